/** Texts of `components/runs`: run/envelope. A function gives a sentence around its values. */
export const envelopeTexts = {
  // run/envelope/envelope-view
  envelope: 'Envelope',
  conditions: 'Conditions',
  resources: 'Resources',
  rollBack: 'Roll back',
  acknowledge: 'Acknowledge',
  noResources: 'This run locks no resources.',

  // run/envelope/phase-diagram
  phases: 'Phases of the run',
  notReached: 'not reached',

  // run/envelope/condition-table
  condition: 'Condition',
  value: 'Value',
  isTrue: 'True',
  isFalse: 'False',
  reads: 'Waits for',
  signal: (name: string) => `signal ${name}`,

  // run/envelope/resource-table
  resource: 'Resource',
  lock: 'Lock',
  token: 'Token',
  shared: 'Shared',
  exclusive: 'Exclusive',
  mode: 'Mode',
  lockWords: {
    held: 'Held',
    waiting: 'Waiting',
    quarantined: 'Kept until acknowledged',
    givenBack: 'Released',
    lost: 'Taken away',
    none: 'Not locked',
  },

  // run/envelope/unsafe-rollback-dialog
  rollBackTitle: 'Roll back what is left?',
  rollBackConsequence:
    'Compensations that failed run again. Once everything is undone, the run is safe and releases its locks.',
  resolvedByHand: 'Resolved manually',
  resolvedStep: (step: string) => `${step}: resolved manually`,
  canBeUndone: 'Its compensation runs again.',
  undoneByHand: 'You undid it manually.',
  cannotBeUndone: 'This step has no compensation. Undo its effect manually, then describe how.',
  childCancelled: 'Its sub-workflow was cancelled. Check what it left behind, undo it manually, then describe how.',
  howResolved: (step: string) => `How ${step} was undone`,
  notePlaceholder: 'Refunded in the bank portal, reference 4711',
  nothingChosen: 'Mark at least one step as resolved manually.',
  noteMissing: 'Describe how each marked step was undone.',
}
