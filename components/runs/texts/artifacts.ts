/** Texts of `components/runs`: run/artifacts. */
export const artifactTexts = {
  artifacts: 'Artifacts',
  open: 'Open',
  download: 'Download',
  valueOf: (name: string) => `Value of ${name}`,
  fromStep: (step: string) => `from ${step}`,
} as const
