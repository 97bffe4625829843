/** Texts of `components/designer`: views/inspector/fields. A function gives a sentence around its values. */
export const viewsInspectorFieldsTexts = {
  // views/inspector/fields/connection-field
  manageConnections: 'Manage connections',
  // views/inspector/fields/entries-field
  requiredMark: 'required',
  useAsOtherwise: '+ otherwise',
  // views/inspector/fields/add-row
  add: 'Add',

  // views/inspector/fields/assignments-field
  statePath: 'State path',
  remove: (path: string | number) => `Remove ${path}`,
  newStatePath: 'New state path',
  statePathSuchAsTotal: 'state path, such as total',
  expressionFor: (path: string | number) => `Expression for ${path}`,

  // views/inspector/fields/choice-fields
  notSet: 'Not set',
  none: 'None',

  // views/inspector/fields/entries-field
  nameOf: (noun: string | number | null | undefined, name: string | number | null | undefined) =>
    `Name of ${noun} ${name}`,
  removeNounAndName: (noun: string | number, name: string | number) => `Remove ${noun} ${name}`,
  new: (noun: string | number) => `New ${noun}`,
  nameOfNew: (noun: string | number) => `Name of a new ${noun}`,
  valueOf: (noun: string | number, name: string | number) => `Value of ${noun} ${name}`,

  // views/inspector/fields/reference-fields
  newFunction: 'New function…',

  // views/inspector/fields/function-card
  openInEditor: 'Open in editor',
  reads: 'Reads',
  returns: 'Returns',
  returnsReturnsDoc: (returnsDoc: string | number) => `Returns ${returnsDoc}`,

  // views/inspector/fields/injection-field
  rule: (index: string | number) => `rule ${index}`,
  ruleIndex: (index: string | number) => `Rule ${index}`,
  addRule: 'Add a rule',
  test: 'Test',

  // views/inspector/fields/item-list
  moveUp: (name: string | number) => `Move ${name} up`,
  moveDown: (name: string | number) => `Move ${name} down`,

  // views/inspector/fields/json-field
  inputField: 'input field',
  bodyField: 'body field',
  showAsRows: 'Show as rows',
  showAsJSON: 'Show as JSON',
  showAsRowsLabel: (label: string | number) => `Show ${label} as rows`,
  showAsJSONLabel: (label: string | number) => `Show ${label} as JSON`,
  asJSON: (label: string | number) => `${label} as JSON`,

  // views/inspector/fields/names-fields
  typeAndPressEnter: 'Type and press Enter',
  stepName: 'Step name',

  // views/inspector/fields/number-list-field
  oneHour: '1 hour',

  // views/inspector/fields/retry-field
  firstDelay: 'First delay',
  oneSecond: '1 second',
  backoffFactor: 'Backoff factor',
  atMost: 'At most',
  oneMinute: '1 minute',
  doNotRetryTheseErrors: 'Do not retry these errors',
  validationError: 'ValidationError',
  once: 'Once',
  threeTimes: '3 times',
  forHour: 'For an hour',
  retry: 'Retry',

  // views/inspector/fields/routes-field
  noRoutesYetDragFrom: 'No routes yet. Drag from the dot below the step to its target, or add a route here.',
  addRouteTo: 'Add a route to',
  addRouteToLabel: 'Add a route to…',
  newStep: 'New step',
  otherwise: 'Otherwise',
  if: 'If',
  orIf: 'Or if',
  moveThisRouteUp: 'Move this route up',
  moveThisRouteDown: 'Move this route down',
  removeRouteTo: (target: string | number) => `Remove the route to ${target}`,
  condition: 'Condition',
  stateAmount1000: 'state.amount > 1000',
  target: 'Target',
  goTo: 'go to',
  targetOfRoute: (index: string | number) => `Target of route ${index}`,
  end: 'The end',
  endWord: 'the end',

  // views/inspector/fields/step-list-field
  step: (name: string | number | null | undefined) => `step ${name}`,
  addStep: 'Add a step',

  // views/inspector/fields/suggest-input
  suggestions: 'Suggestions',
  typeToFindMore: 'Type to find more.',

  // views/inspector/fields/tasks-field
  task: (name: string | number) => `task ${name}`,
  subWorkflow: 'Sub-workflow',

  // views/inspector/fields/groups-field, expressions-field
  addTo: (label: string) => `Add to ${label.toLowerCase()}`,
  numbered: (label: string, number: number) => `${label} ${number}`,
} as const
