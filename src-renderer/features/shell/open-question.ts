import { chooseQuestion } from '../../state/workspace.ts';
import { showParameter } from '../explore/form-view.ts';

/** Chooses a question and puts the focus where the person types next. */
export function openQuestion(endpointId: string): void {
  showParameter(chooseQuestion(endpointId), null);
}
