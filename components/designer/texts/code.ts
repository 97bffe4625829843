/** Texts of `components/designer/code`. A function gives a sentence around its values. */
export const codeTexts = {
  workflows: 'Workflows',
  code: 'Code',
  run: 'Run',
  views: 'Views of this workflow',
  changedInItsFile: 'This workflow is code. Save its file in the functions folder to publish a new version.',
  sourceOf: (name: string) => `Source of ${name}`,

  // observed-graph-view
  observedGraph: 'Observed graph',
  whatRunsDid: 'Shows what runs did, not everything that the code can do.',
  lastRuns: (count: number) => (count === 1 ? 'From 1 run.' : `From the last ${count} runs.`),
  calls: (count: number, repeated: number) => {
    const times = count === 1 ? 'Once' : `${count} times`
    return repeated === 0 ? times : `${times}, ${repeated} after itself`
  },
  noRunsYet: 'No runs yet',
  noCommandsYet: 'No calls yet',
  graphIsMadeOfRuns: 'The graph shows what runs of this workflow called. Run it to see one.',

  // code-versions
  versions: 'Versions',
  version: (version: number) => `Version ${version}`,
  liveRuns: (count: number) => (count === 1 ? '1 live run' : `${count} live runs`),
  compareWith: (version: number) => `Compare with version ${version}`,
} as const
