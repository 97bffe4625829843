import type { MatchCount } from '#components/api/models.ts'
import { formatNumber } from '#components/ui/text/format-number.ts'

/** `1`, `12`, `10,000+`. */
export function numberWord({ count, more }: MatchCount): string {
  return `${formatNumber(count)}${more ? '+' : ''}`
}

/** `1 run`, `12 runs`, `10,000+ runs`. */
export function countWord(found: MatchCount): string {
  return `${numberWord(found)} ${found.count === 1 && !found.more ? 'run' : 'runs'}`
}
