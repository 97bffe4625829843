/** Texts of `components/settings/retention`. A function gives a sentence around its values. */
export const retentionTexts = {
  retention: 'Retention',
  about:
    'How long ended runs are kept, with their history, values, tasks and mails. Older ones are removed for good every ten minutes. Runs that have not ended always stay.',
  installation: (days: number | null) =>
    days === null
      ? 'This installation keeps runs for ever unless you say otherwise.'
      : `This installation keeps runs for ${daysText(days)} unless you say otherwise.`,
  bound: (days: number) => `Nobody can keep them for more than ${daysText(days)}.`,
  allWorkflows: 'All workflows',
  withoutOwn: 'Without a setting of their own',
  workflows: 'Workflows',
  noWorkflows: 'There is no workflow yet.',
  change: (name: string) => `Change the retention of ${name}`,
  ofAll: 'as all workflows',
  ofInstallation: 'as this installation',
  forever: 'For ever',
  days: daysText,
  keepRuns: 'Keep ended runs',
  inherit: 'As all workflows',
  inheritAll: 'As this installation',
  someDays: 'For some days',
  numberOfDays: 'Days',
  wholeDays: (most: number) => `Enter a whole number from 1 to ${most}.`,
  counting: 'Counting older runs',
  nothingGoes: 'No run is removed by this now.',
  goes: (runs: number, isBound: boolean, days: number) =>
    `${isBound ? 'At least ' : ''}${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'} ended more than ${daysText(days)} ago. Within ten minutes of saving, ${runs === 1 ? 'it is' : 'they are'} removed for good, with all runs below.`,
  save: 'Save',
  saveAndRemove: 'Save and remove',
  saved: 'Retention saved',
} as const

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days.toLocaleString('en')} days`
}
