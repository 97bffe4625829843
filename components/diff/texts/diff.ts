/** Texts of `components/diff`. A function gives a sentence around its values. */
export const diffTexts = {
  // change-list
  bothVersionsAreEquivalentOnly: 'Both versions are equivalent: only the order of the steps in the YAML differs.',
  bothVersionsAreEquivalent: 'Both versions are equivalent.',
  workflow: 'The workflow',
  steps: 'Steps',
  connections: 'Connections',
  onlyMoved: 'Only moved',
  groupsOnCanvas: 'Groups on the canvas',
  noEffectOnRuns: 'no effect on runs',
  moved: 'moved',
  to: 'to',
  onFailure: 'on failure',

  // change-words
  changed: (edges: string | number) => `${edges} changed`,
  workflowSettingsChanged: 'workflow settings changed',
  onCanvasChanged: (groups: string | number) => `${groups} on the canvas changed`,
  stepsLengthAndVerb: (length: string | number, verb: string | number) => `${length} steps ${verb}`,
  and: (names: string | number | null | undefined, names2: string | number | null | undefined) =>
    `${names} and ${names2}`,

  // diff-canvas
  bothVersionsInOneGraph: 'Both versions in one graph',

  // diff-graph
  movedOnly: 'moved only',
  oneField: '1 field',
  fields: (length: string | number) => `${length} fields`,
  changedFieldsAndMoved: (fields: string | number, moved: string | number) => `${fields} changed${moved}`,
  movedLabel: ', moved',

  // diff-page
  draft: 'The draft',
  version: (side: string | number) => `Version ${side}`,
  cannotCompareUseVersionNumber: (wrong: string | number) =>
    `Cannot compare “${wrong}”. Use a version number or draft.`,
  open: (name: string | number) => `Open ${name}`,
  workflows: 'Workflows',
  compare: 'Compare',
  copyLink: 'Copy link',
  from: 'From',
  swapTwo: 'Swap the two',
  toLabel: 'To',
  loadingVersions: 'Loading versions',
  bothSidesAreSameVersion: 'Both sides are the same version. Select another one above.',
  view: 'View',
  unified: 'Unified',
  graph: 'Graph',
  changes: 'Changes',
  compareAsText: 'Compare as text',
  isNotValidWorkflowSo: (drawn: string | number) => `${drawn} is not a valid workflow, so there is no graph.`,
  text: 'Text',
  bothAreIdentical: 'Both are identical.',
  added: (added: string | number) => `${added} added`,
  removed: (removed: string | number) => `${removed} removed`,
  movedMoved: (moved: string | number) => `${moved} moved`,

  // text-diff-view
  comparedWith: (labels: string | number, labels2: string | number) => `${labels}, compared with ${labels2}`,
} as const
