/** Texts of `components/designer/code`. A function gives a sentence around its values. */
export const codeTexts = {
  workflows: 'Workflows',
  code: 'Code',
  run: 'Run',
  changedInItsFile: 'This workflow is code. Save its file in the functions folder to publish a new version.',
  sourceOf: (name: string) => `Source of ${name}`,
} as const
