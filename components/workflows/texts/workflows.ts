/** Texts of `components/workflows`. A function gives a sentence around its values. */
export const workflowsTexts = {
  // create/blank-form
  createWorkflow: 'Create workflow',

  // create/duplicate-dialog
  duplicate: (name: string | number) => `Duplicate ${name}`,
  duplicateLabel: 'Duplicate',

  // create/name-field
  name: 'Name',
  anyName: 'Any name in any language. A / puts it into a folder.',
  idWillBe: (id: string | number) => `Id: ${id}. The API and sub-workflow steps use it.`,
  exampleName: 'Invoice approval',

  // create/new-workflow-dialog
  newWorkflow: 'New workflow',
  startFrom: 'Start from',
  blank: 'Blank',
  template: 'Template',
  import: 'Import',

  // templates/template-facts
  rollbackSaga: 'rollback (saga)',

  // templates/template-list
  filterTemplates: 'Filter templates',
  all: 'All',
  templates: 'Templates',
  oneStep: '1 step',
  steps: (steps: string | number) => `${steps} steps`,

  // templates/template-preview
  input: 'Input',
  templateLabel: 'Use template',
  starting: 'Starting…',
  runExample: 'Run example',
  with: (sampleInput: string | number) => `with ${sampleInput}`,

  // templates/template-connections
  connections: 'Connections',
  connectionFor: (kind: string) => `Connection: ${kind}`,
  exampleServer: 'Example server of Heddle',
  exampleStarts: 'An example server starts on this machine with the first run. It needs no account and reaches nobody.',
  readMails: 'Read its mails',
  noConnection: (kind: string) => `This template needs a connection of the kind ${kind}.`,
  addConnection: 'Add a connection',

  // templates/workflow-sketch
  noStepsToShow: 'No steps to show.',
  start: 'Start',
  end: 'End',
  undoneBy: (name: string, undo: string) => `${name}, undone by ${undo}`,
  diagramOfIts1Step: 'Diagram of its 1 step',
  diagramOfItsSteps: (count: string | number) => `Diagram of its ${count} steps`,

  // use-archive
  isArchived: (name: string | number) => `${name} is archived`,
  restored: (name: string | number) => `Restored ${name}`,
  itsRunsContinueAndKeep: 'Its runs continue and keep their history.',
  undo: 'Undo',
  notArchived: 'Not archived',

  // folder-path
  folder: 'Folder',
  folders: 'Folders',
  allWorkflows: 'All workflows',
  workflowsIn: (count: number) => (count === 1 ? '1 workflow' : `${count} workflows`),

  // workflow-filters
  lastRunFilter: 'Status of the last run',
  anyLastRun: 'Any last run',
  lastRunFailed: 'Last run failed',
  lastRunPeople: 'Last run waits for people',
  lastRunProgress: 'Last run in progress',
  lastRunCompleted: 'Last run completed',
  sortBy: 'Sort by',
  sortUpdated: 'Last changed first',
  sortName: 'By name',
  sortLastRun: 'Latest run first',
  favourites: 'Favourites',
  search: 'Search by title, id, description or tag',
  titleDescriptionOrTag: 'Title, description or tag',
  editedByFilter: 'Last edited by',
  editedByAnyone: 'Edited by anyone',
  editedByCount: (who: string, count: string) => `Edited by ${who} (${count})`,
  clearAllFilters: 'Clear all filters',
  searchWorkflows: 'Search workflows',
  workflows: 'Workflows',
  archived: 'Archived',

  // tag-filter
  tags: 'Tags',
  removeTag: (tag: string) => `Remove the tag ${tag}`,
  findTag: 'Find a tag',
  noTagMatches: 'No tag matches.',
  filterByTag: (tag: string) => `Filter by ${tag}`,
  moreTags: (count: number) => `+${count}`,

  // workflow-table
  editedBy: (who: string) => `edited by ${who}`,
  you: 'you',
  addFavourite: (name: string) => `Add ${name} to favourites`,
  removeFavourite: (name: string) => `Remove ${name} from favourites`,
  lastRun: 'Last run',
  actions: 'Actions',
  noDescription: 'No description',
  notPublished: 'not published',
  code: 'Code',
  draft: 'draft',
  ago: 'ago',
  never: 'never',
  run: (name: string | number) => `Run ${name}`,
  runLabel: 'Run',
  none: 'none',
  live: (live: string | number) => `${live} live`,
  failed: (failed: string | number) => `${failed} failed`,
  openInDesigner: 'Open in designer',
  alerts: 'Alerts about its runs',
  viewStepsAcrossRuns: 'View steps across runs',
  duplicate2: 'Duplicate…',
  restore: 'Restore',
  archive: 'Archive',
  moreActionsFor: (name: string | number) => `More actions for ${name}`,

  // workflows-page
  loadingWorkflows: 'Loading workflows',
  showMore: 'Show more',
  noWorkflowsMatch: 'No workflows match',
  clearFilters: 'Clear filters',
  searchCovers: 'Search covers titles, ids, descriptions and tags.',
  noArchivedWorkflows: 'No archived workflows',
  backToWorkflows: 'Back to workflows',
  noWorkflowsYet: 'No workflows yet',
  startFromTemplate: 'Start from a template',
  blankWorkflow: 'Blank workflow',
  drawStepsOnceHeddleRuns: 'Draw the steps once. Heddle runs them, waits where needed, and keeps the history.',
  fromTemplate: 'From a template',
} as const
