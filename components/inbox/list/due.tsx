'use client'

import { formatDue, type Urgency } from '#components/ui/text/format-time.ts'
import { useNow } from '#components/ui/text/use-now.ts'

const urgencyClasses: Record<Urgency, string> = {
  none: '',
  soon: 'font-[550] text-human',
  overdue: 'font-[550] text-failed',
}

/** The due time in the colour of its urgency: `in 3 h`, `overdue by 2 h`. */
export function Due({ dueAt, prefix = '' }: { dueAt: string | null; prefix?: string }) {
  const now = useNow()
  if (dueAt === null) return null
  const { text, urgency } = formatDue(new Date(dueAt).getTime(), now)
  return (
    <span className={urgencyClasses[urgency]}>
      {urgency === 'overdue' ? '' : prefix}
      {text}
    </span>
  )
}
