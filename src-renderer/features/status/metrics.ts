/** The metrics of the service, as counters with names and labels. */
interface Metric {
  name: string;
  /** `route="/health", status="200"`; empty without labels. */
  labels: string;
  /** As written: a counter may exceed what a JavaScript number can hold. */
  value: string;
  help: string | null;
  type: string | null;
}

export interface ReadMetrics {
  metrics: Metric[];
  /** Number of lines that aren't metrics. */
  unread: number;
}

const sample =
  /^([A-Za-z_:][\w:.]*)(?:\s*\{(.*)\})?\s+([+-]?(?:\d[\d.eE+-]*|Inf|NaN))(?:\s+-?[\d.]+)?(?:\s+#.*)?$/;
const comment = /^#\s*(HELP|TYPE)\s+(\S+)\s+(.*)$/;

/**
 * Reads metrics in the text format of monitoring programs (Prometheus 0.0.4, OpenMetrics 1.0). The
 * specification doesn't show the format; other lines are shown only in the raw text.
 */
export function readMetrics(text: string): ReadMetrics {
  const help = new Map<string, string>();
  const types = new Map<string, string>();
  const metrics: Metric[] = [];
  let unread = 0;
  for (const line of text.split(/\r?\n/)) {
    const metadata = comment.exec(line);
    if (metadata !== null) {
      const [, kind, name = '', words = ''] = metadata;
      (kind === 'HELP' ? help : types).set(name, words.trim());
      continue;
    }
    if (line.trim() === '' || line.startsWith('#')) continue;
    const found = sample.exec(line);
    if (found === null) {
      unread += 1;
      continue;
    }
    const [, name = '', labels = '', value = ''] = found;
    metrics.push({ name, labels: labels.replace(/,\s*$/, ''), value, help: null, type: null });
  }
  for (const metric of metrics) {
    const family = familyOf(metric.name, types);
    metric.help = help.get(family) ?? null;
    metric.type = types.get(family) ?? null;
  }
  return { metrics, unread };
}

/** `x_bucket`, `x_sum` and `x_count` belong to the histogram or summary `x`. */
function familyOf(name: string, types: ReadonlyMap<string, string>): string {
  if (types.has(name)) return name;
  const family = name.replace(/_(bucket|sum|count|total|created)$/, '');
  return types.has(family) ? family : name;
}
