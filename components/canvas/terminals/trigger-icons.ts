import { CalendarClock, ClipboardList, type LucideIcon, Webhook, Workflow, Zap } from 'lucide-react'
import type { TriggerType } from '#core/definition/trigger.ts'

/** The icon of each type of trigger, as in the catalogue. */
export const triggerIcons: Readonly<Record<TriggerType, LucideIcon>> = {
  schedule: CalendarClock,
  webhook: Webhook,
  form: ClipboardList,
  run: Workflow,
  signal: Zap,
}
