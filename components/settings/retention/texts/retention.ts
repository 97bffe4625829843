/** Texts of `components/settings/retention`. A function gives a sentence around its values. */
export const retentionTexts = {
  retention: 'Retention',
  about:
    'How long ended runs are kept, with their history, values, tasks and mails. Older runs are deleted every ten minutes. Runs in progress always stay.',
  installation: (days: number | null) =>
    days === null
      ? 'This installation keeps runs forever by default.'
      : `This installation keeps runs for ${daysText(days)} by default.`,
  bound: (days: number) => `The maximum is ${daysText(days)}.`,
  allWorkflows: 'All workflows',
  withoutOwn: 'Unless a workflow has its own setting',
  workflows: 'Workflows',
  noWorkflows: 'No workflows yet.',
  change: (name: string) => `Change the retention of ${name}`,
  ofAll: 'same as all workflows',
  ofInstallation: 'same as this installation',
  forever: 'Forever',
  days: daysText,
  keepRuns: 'Keep ended runs',
  inherit: 'Same as all workflows',
  inheritAll: 'Same as this installation',
  someDays: 'For a number of days',
  numberOfDays: 'Days',
  wholeDays: (most: number) => `Enter a whole number from 1 to ${most}.`,
  counting: 'Counting older runs',
  nothingGoes: 'This removes no runs now.',
  goes: (runs: number, isBound: boolean, days: number) =>
    `${isBound ? 'At least ' : ''}${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'} ended more than ${daysText(days)} ago. Within ten minutes of saving, ${runs === 1 ? 'it is' : 'they are'} removed for good, with all runs below.`,
  save: 'Save',
  saveAndRemove: 'Save and remove',
  saved: 'Retention saved',
} as const

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days.toLocaleString('en')} days`
}
