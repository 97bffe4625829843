/** Texts of `components/designer`: views/top/bar. A function gives a sentence around its values. */
export const viewsTopBarTexts = {
  // views/top-bar/publish-dialog: broken parents
  breaksWorkflows: (count: number) =>
    count === 1
      ? 'Publishing breaks 1 workflow that starts this one:'
      : `Publishing breaks ${count} workflows that start this one:`,
  atStep: (step: string | number) => ` at step ${step}:`,
  // views/top-bar/designer-bar
  workflows: 'Workflows',
  undo: 'Undo',
  redo: 'Redo',
  notPublishedYet: 'Not published yet',
  draft: 'draft',
  sameAsVersion: (latestVersion: string | number) => `Same as version ${latestVersion}`,
  unpublishedChanges: 'Unpublished changes',
  vDraft: (latestVersion: string | number) => `v${latestVersion} · draft`,
  more: 'More',

  // views/top-bar/people-here
  alsoHere: (names: string | number) => `Also here: ${names}`,
  alsoHereLabel: 'Also here',
  show: 'Show',
  yourNameForOthers: 'Your name for others',
  anotherWindow: 'Another window',

  // views/top-bar/publish-changes
  comparedWithVersion: (latestVersion: string | number) => `Compared with version ${latestVersion}:`,
  onlyYAMLFormattingChanged: 'only the YAML formatting changed.',
  viewChanges: 'View changes',
  noRunsInProgress: 'No runs in progress.',
  runsInProgressStayOn: 'Runs in progress stay on their version:',
  onVersion: (liveRuns: string | number, version: string | number) => `${liveRuns} on version ${version}`,
  liveRun: 'live run',

  // views/top-bar/publish-dialog
  nothingToPublish: 'Nothing to publish',
  publishAndRun: 'Publish and run',
  publishVersion: (next: string | number) => `Publish version ${next}`,
  draftIsIdenticalToVersion: (latestVersion: string | number) => `The draft is identical to version ${latestVersion}.`,
  newRunsUseThisVersion: 'New runs use this version. Runs in progress keep theirs.',
  close: 'Close',
  cancel: 'Cancel',
  publishing: 'Publishing…',
  publishVersionAndRun: (next: string | number) => `Publish version ${next} and run`,
  toPublish: (length: string | number) => `${length} to publish`,
  checkBeforePublishing: 'Check before publishing',
  versionWithThisTextWas: (latestVersion: string | number) =>
    `Version ${latestVersion} with this text was published in the meantime. Your note was not sent:`,
  whatChanged: 'What changed',
  shownInListOfVersions: 'Shown in the list of versions',
  latestSavedChangesAreIn: 'The latest saved changes are in the draft now. Review them, then publish.',
  merge: 'Merge',
  thisDraftWasSavedElsewhere:
    'This draft was saved elsewhere in the meantime, so nothing was published. Merge those changes first.',
  andMore: (length: string | number | null | undefined) => `and ${length} more`,
  fix1Problem: 'Fix 1 problem',
  fixProblems: (length: string | number) => `Fix ${length} problems`,

  // views/top-bar/run-flow
  whichVersionDoYouWant: 'Which version do you want to run?',
  draftDiffersFromVersion: (latestVersion: string | number) => `The draft differs from version ${latestVersion}.`,
  runVersion: (latestVersion: string | number) => `Run version ${latestVersion}`,
  runsUsePublishedVersionsSo: 'Runs use published versions, so you can keep editing the draft while they run.',

  // views/top-bar/save-indicator
  resolve: (state: string | number) => `${state}: resolve`,

  // views/top-bar/save-words
  min: (minutes: string | number) => `${minutes} min`,
  days: (round: string | number) => `${round} days`,
  savedInThisBrowser: 'saved in this browser',
  notSavedInThisBrowser: 'not saved in this browser: keep this page open',
  savedAgo: (roughly: string | number) => `Saved ${roughly} ago`,
  couldNotSaveRetrying: 'Could not save – retrying',
  notSaved: (replace: string | number) => `Not saved: ${replace}`,
  conflictWith: (updatedBy: string | number) => `Conflict with ${updatedBy}`,
  anotherWindowWord: 'another window',

  // views/top-bar/use-publish
  couldNotSaveDraft: (message: string | number) => `Could not save the draft. ${message}`,
  draftIsNotSavedYet: 'The draft is not saved yet. Wait a moment, then publish again.',
  publishedVersion: (version: string | number) => `Published version ${version}`,
  startRun: 'Start a run',

  // views/top-bar/versions-popover
  versions: 'Versions',
  notPublishedYetPublishVersion: 'Not published yet. Publish a version to run this workflow.',
  loadingVersions: 'Loading versions…',
  publishedVersions: 'Published versions',
  viewYAMLOfVersion: (version: string | number) => `View the YAML of version ${version}`,
  text: 'Text',
  restoreVersion: (version: string | number) => `Restore version ${version}`,
  restore: 'Restore',
  compareVersion: (version: string | number) => `Compare version ${version}`,
  compare: 'Compare',
  withDraft: 'with the draft',
  withV: (version: string | number) => `with v${version}`,
  restoreCopiesVersionIntoDraft: 'Restore copies a version into the draft; the published version does not change.',
  oneLiveRun: '1 live run',
  liveRuns: (liveRuns: string | number) => `${liveRuns} live runs`,
  noMessage: 'No message',
  version: (version: string | number) => `Version ${version}`,
  yamlAsPublished: 'The YAML as published.',
  restoreToDraft: 'Restore to draft',
  yamlOfVersion: (version: string | number) => `YAML of version ${version}`,
  loadingYAML: 'Loading YAML…',
  restoredVersionToDraft: (version: string | number) => `Restored version ${version} to the draft`,
  notRestored: 'Not restored',
} as const
