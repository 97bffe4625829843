/** Texts of `components/designer`: commands/actions. A function gives a sentence around its values. */
export const commandsActionsTexts = {
  // commands/actions/annotation-actions
  noteOrGroup: 'Note or group',
  goToNotesAndGroups: 'Go to notes and groups',
  panels: 'Panels',
  goToNextOrPrevious: 'Go to the next or previous note or group',
  moveNoteOrGroup: 'Move the note or group',
  moveNoteOrGroupFurther: 'Move the note or group further',
  editNoteOrRenameGroup: 'Edit the note or rename the group',
  backToSteps: 'Back to steps',
  selectStepsOfGroup: 'Select the steps of the group',
  selectOrDeselectNote: 'Select or deselect the note',

  // commands/actions/arrange-actions
  alignInColumn: 'Align in a column',
  alignInRow: 'Align in a row',
  distributeVertically: 'Distribute vertically',
  distributeHorizontally: 'Distribute horizontally',

  // commands/actions/canvas-actions
  leftToRight: 'Draw left to right',
  topToBottom: 'Draw top to bottom',
  automaticDirection: 'Choose the direction automatically',
  tidyUp: 'Tidy up',
  couldNotArrangeSteps: 'Could not arrange the steps',
  liveRunsAtSteps: 'Show or hide live runs at steps',
  fitToView: 'Fit to view',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomToActualSize: 'Zoom to actual size',

  // commands/actions/clipboard-actions
  copyAsYAML: 'Copy as YAML',
  cut: 'Cut',
  pasteSteps: 'Paste steps',

  // commands/actions/edge-actions
  connectionOnCanvas: 'Connection on the canvas',
  goToConnectionOfStep: 'Go to a connection of the step',
  insertStepOnConnection: 'Insert a step on the connection',
  editConditionOfRoute: 'Edit the condition of the route',
  moveRouteUp: 'Move the route up',
  moveRouteDown: 'Move the route down',
  goToSourceStep: 'Go to the source step',
  goToTargetStep: 'Go to the target step',
  goToNextOrPreviousConnection: 'Go to the next or previous connection of the step',
  showAllActions: 'Show all actions',

  // commands/actions/find-actions
  findOnCanvas: 'Find on canvas',
  findWhereStepsOutputIs: 'Find where the step’s output is used',
  uses: (step: string | number | null | undefined) => `uses ${step}`,

  // commands/actions/group-actions
  groupSteps: 'Group the steps',
  renameGroup: 'Rename the group',
  ungroup: 'Ungroup',
  collapseOrExpandGroup: 'Collapse or expand the group',
  expandOrCollapseStepIn: 'Expand or collapse the step in place',
  goToFirstStepInside: 'Go to the first step inside',
  extractToSubWorkflow: 'Extract to a sub-workflow…',

  // commands/actions/history-actions
  undo: 'Undo',
  undoUndoes: (undoes: string | number) => `Undo ${undoes}`,
  redo: 'Redo',
  redoRedoes: (redoes: string | number) => `Redo ${redoes}`,

  // commands/actions/note-actions
  editNote: 'Edit the note',
  writeNote: 'Write a note',
  editNoteOnStep: 'Edit the note on the step',
  writeNoteOnStep: 'Write a note on the step',

  // commands/actions/outline-actions
  moveBetweenRows: 'Move between rows',
  goToFirstOrLast: 'Go to the first or last row',
  extendSelection: 'Extend the selection',
  moveWithoutSelecting: 'Move without selecting',
  selectOrDeselectThisRow: 'Select or deselect this row',
  collapseBranchOrGoTo: 'Collapse the branch or go to its step',
  expandBranchOrGoInto: 'Expand the branch or go into it',
  goToStepsFields: 'Go to the step’s fields',

  // commands/actions/panel-actions
  goToCanvas: 'Go to the canvas',
  goToFields: 'Go to the fields',
  goToYAML: 'Go to the YAML',
  goToProblems: 'Go to the problems',
  goToOutline: 'Go to the outline',
  showOrHideLowerPanel: 'Show or hide the lower panel',

  // commands/actions/selection-actions
  selectAllStepsAndNotes: 'Select all steps and notes',
  turnMultipleSelectionInOutline: 'Turn multiple selection in the outline on or off',
  backToStepOrClear: 'Back to the step, or clear the selection',

  // commands/actions/step-actions
  addStep: 'Add a step',
  renameStep: 'Rename the step',
  addStepAfter: 'Add a step after',
  addStepBefore: 'Add a step before',
  connectStepTo: 'Connect the step to…',
  connectionsOfStep: 'Connections of the step',
  changeStepType: 'Change the step type',
  moveStepUp: 'Move the step up',
  moveStepDown: 'Move the step down',
  deleteSelection: 'Delete the selection',
  deleteAndCut: 'Delete and leave the gap open',
  disableStep: 'Skip in runs',
  enableStep: 'Do not skip in runs',
  duplicateNotes: 'Duplicate the notes',
  duplicateNote: 'Duplicate the note',
  duplicateSelection: 'Duplicate the selection',
  duplicateSteps: 'Duplicate the steps',
  duplicateStep: 'Duplicate the step',

  // commands/actions/try-actions
  test: 'Test',
  testUpToThisStep: 'Test up to this step',
  testThisStep: 'Test this step',
  unpinOutput: 'Unpin the output',
  pinOutput: 'Pin the output',
  hideRunValues: 'Hide run values',
  showValuesOfLastRun: 'Show values of the last run',
  lastRun: 'last run',
  couldNotLoadLastRun: 'Could not load the last run',
  serverDidNotRespondTry: 'The server did not respond. Try again.',
  noRunsYet: 'No runs yet',
  startTestToSeeIts: 'Start a test to see its values on the canvas.',

  // commands/actions/walk-actions
  stepOnCanvas: 'Step on the canvas',
  goToNeighboringStep: 'Go to a neighboring step',
  goThereAndAddIt: 'Go there and add it to the selection',
  moveSelectedSteps: 'Move the selected steps',
  moveSelectedStepsFurther: 'Move the selected steps further',
  selectOrDeselectThisStep: 'Select or deselect this step',
  of: (way: string | number, at: string | number, length: string | number) => `${way}, ${at} of ${length}`,

  // commands/actions/workflow-actions
  run: 'Run',
  publish: 'Publish',
  showVersions: 'Show versions',
  restoreVersion: 'Restore a version…',
  viewRuns: 'View runs',
  alerts: 'Alerts about its runs',
  viewStepsAcrossRuns: 'View steps across runs',
  fix: (repair: string | number) => `Fix: ${repair}`,
  quickFix: 'quick fix',
  copyLinkToStep: 'Copy a link to the step',
  copyLinkToWorkflow: 'Copy a link to the workflow',
  exportYAML: 'Export the YAML',
} as const
