/** Texts of `components/inbox`: unsafe-group. A function gives a sentence around its values. */
export const unsafeTexts = {
  toAcknowledge: 'To acknowledge',
  showInRuns: 'Show in Runs',
  showMore: 'Show more',
  rollBack: 'Roll back',
  rollBackOf: (workflow: string) => `Roll back ${workflow}`,
  acknowledge: 'Acknowledge',
  acknowledgeOf: (workflow: string) => `Acknowledge ${workflow}`,
  acknowledgeTitle: 'Acknowledge this unsafe run?',
  acknowledgeAbout:
    'Some of its changes may not be undone. Acknowledging closes the run and releases its locks; it can no longer be retried or rolled back.',
}
