/** Texts of `components/inbox`: unsafe-group. A function gives a sentence around its values. */
export const unsafeTexts = {
  toAcknowledge: 'To acknowledge',
  showAll: 'Show all in Runs',
  showCount: (count: string) => `${count} in Runs`,
  showMore: 'Show more',
  rollBack: 'Roll back',
  rollBackOf: (workflow: string) => `Roll back ${workflow}`,
  acknowledge: 'Acknowledge',
  acknowledgeOf: (workflow: string) => `Acknowledge ${workflow}`,
  acknowledgeTitle: 'Acknowledge this unsafe run?',
  acknowledgeAbout:
    'You take note that its changes may be left in the world. The run is closed, its locks are given back, and it can no longer be retried or rolled back.',
}
