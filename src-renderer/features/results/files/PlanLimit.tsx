import { readPlan } from '#shared/service/plan.ts';
import { useServicePage } from '#renderer/state/service-pages.ts';
import classes from './ServiceFiles.module.css';
import { planLimitWords } from './plan-limit.ts';

/** What the plan lets the service put into its own CSV; nothing where the plan was not read. */
export function PlanLimit() {
  const { answer } = useServicePage('plan');
  const plan = answer === null ? null : readPlan(answer.value);
  const words = plan === null ? null : planLimitWords(plan.features);
  return words === null ? null : <p className={classes.limit}>{words}</p>;
}
