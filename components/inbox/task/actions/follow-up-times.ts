import { taskActionsTexts } from '../../texts/task-actions.ts'

export interface FollowUpTime {
  readonly label: string
  readonly at: Date
}

const hourMs = 3_600_000
const morning = 9
const monday = 1

/** The usual follow-up times for a task, in the reader's time zone. */
export function followUpTimes(now: Date): readonly FollowUpTime[] {
  const daysToMonday = (monday - now.getDay() + 7) % 7 || 7
  return [
    {
      label: taskActionsTexts.in3Hours,
      at: new Date(Math.ceil((now.getTime() + 3 * hourMs) / (hourMs / 4)) * (hourMs / 4)),
    },
    { label: taskActionsTexts.tomorrowMorning, at: inDays(now, 1) },
    ...(daysToMonday > 1 ? [{ label: taskActionsTexts.nextMonday, at: inDays(now, daysToMonday) }] : []),
    { label: taskActionsTexts.in2Weeks, at: inDays(now, 14) },
  ]
}

function inDays(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning)
}
