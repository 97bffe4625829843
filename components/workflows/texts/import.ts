/** Texts of `components/workflows`: import. A function gives a sentence around its values. */
export const importTexts = {
  // import/import-form
  pastedText: 'Pasted text',
  reading: 'Reading…',
  preview: 'Preview',

  // import/import-preview
  toReview: 'to review',
  notSupported: 'not supported',
  previewNothingImportedYet: 'Preview – nothing imported yet.',
  back: 'Back',
  publishWorkflowsWithoutErrors: 'Publish workflows without errors',
  importing: 'Importing…',
  import: 'Import',
  nothingToImport: 'Nothing to import',
  importWorkflows: (length: string | number) => `Import ${length} workflows`,
  importTitle: (title: string | number) => `Import ${title}`,
  notWorkflow: 'not a workflow',
  alreadyExists: 'already exists',
  line: 'Line',
  step: 'Step',
  result: 'Result',
  workflow: 'The workflow',
  lineLine: (line: string | number) => `line ${line}`,

  // import/import-result
  nothingWasImported: 'Nothing was imported.',
  imported1Workflow: 'Imported 1 workflow.',
  importedWorkflows: (length: string | number) => `Imported ${length} workflows.`,
  draftReplaced: 'draft replaced',
  publishedAsV: (version: string | number) => `published as v${version}`,
  importMore: 'Import more',
  done: 'Done',
  openInDesigner: 'Open in designer',
  oneError: '1 error',
  errors: (errors: string | number) => `${errors} errors`,
  noErrors: 'no errors',

  // import/import-source
  oneOrMoreDocumentsOr: 'one or more documents, or a workflow from n8n, GitHub Actions or Argo',
  workflowTypeStepsName: 'workflow_type: …\nsteps:\n  - name: …',
  selectedFiles: 'Selected files',
  remove: (name: string | number) => `Remove ${name}`,
  pasteYAMLDropFilesHere: 'Paste YAML, drop files here, or',
  selectFiles: 'Select files',
  yamlFiles: 'YAML files',

  // import/read-import-file
  cannotReadSelectFilesNot: (name: string | number) => `Cannot read ${name}: select files, not folders.`,
} as const
