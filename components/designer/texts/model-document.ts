/** Texts of `components/designer`: model/document. A function gives a sentence around its values. */
export const modelDocumentTexts = {
  // model/document/describe-change
  renamedTo: (from: string | number, to: string | number) => `${from} renamed to ${to}`,
  added: (one: string | number, after: string | number) => `${one} added${after}`,
  isNowStep: (id: string | number, type: string | number) => `${id} is now a ${type} step`,
  betweenAnd: (source: string | number, target: string | number) => ` between ${source} and ${target}`,
  after: (source: string | number) => ` after ${source}`,
  before: (target: string | number) => ` before ${target}`,
  leadsTo: (source: string | number, target: string | number) => `${source} leads to ${target}`,
  noLongerLeadsTo: (source: string | number, target: string | number) => `${source} no longer leads to ${target}`,
  routeFromToIsTaken: (source: string | number, target: string | number, label: string | number) =>
    `The route from ${source} to ${target} is taken if ${label}`,
  steps: (length: string | number, verb: string | number) => `${length} steps ${verb}`,

  // model/document/edit-label
  addingStep: 'adding a step',
  addingBranch: 'adding a branch',
  insertingStep: 'inserting a step',
  editingWorkflow: 'editing the workflow',
  changingType: 'changing the type',
  removingConnection: 'removing a connection',
  movingConnection: 'moving a connection',
  editingCondition: 'editing a condition',
  changingRoute: 'changing a route',
  reorderingRoutes: 'reordering routes',
  writingNote: 'writing a note',
  changingGroup: 'changing a group',
  editingText: 'editing the text',
  of: (step: string | number) => `of ${step}`,
  stepsLabelAndLength: (label: string | number, length: string | number) => `${label} ${length} steps`,
  field: (stringify: string | number) => `field ${stringify}`,
  workflow: (stringify: string | number) => `workflow ${stringify}`,
  condition: (stringify: string | number) => `condition ${stringify}`,
} as const
