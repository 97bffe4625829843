/** Texts of the triggers in the inspector. */
export const triggerTexts = {
  trigger: (number: number) => `trigger ${number}`,
  add: { schedule: 'Add a schedule', webhook: 'Add a webhook', run: 'Follow a workflow' },
  whereTheAddressIs: 'Once the workflow is published, the page Triggers shows the address to call.',
  unknownTrigger: 'Trigger',
  repeats: 'Repeats',
  presets: {
    interval: 'In an interval',
    hourly: 'Every hour',
    daily: 'Every day',
    weekdays: 'Monday to Friday',
    weekly: 'Every week',
    monthly: 'Every month',
    cron: 'By a cron expression',
  },
  atMinute: 'At minute',
  atTime: 'At',
  onWeekday: 'On',
  onDay: 'On day',
  nextTimes: 'Next times',
}
