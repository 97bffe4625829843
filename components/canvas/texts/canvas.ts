/** Texts of `components/canvas`. A function gives a sentence around its values. */
export const canvasTexts = {
  // node-card
  titleAndId: (title: string | number, id: string | number) => `${title} · ${id}`,
  // canvas-controls
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitToView: 'Fit to view',

  // direction-menu
  direction: 'Direction',
  automatic: 'Automatic',
  leftToRight: 'Left to right',
  topToBottom: 'Top to bottom',

  // view/reading-map
  minimap: 'Minimap',

  // command-graph
  milestone: 'Milestone',
  times: (count: number) => `×${count}`,

  // edges/edge-routes
  onError: 'on error',

  // layout/request-layout
  layoutIsNoLongerWanted: 'The layout is no longer wanted.',

  // node-card
  toDo: (count: string | number) => `${count} to do`,
  oneProblem: '1 problem',
  disabled: 'Disabled: the run passes this step over',
  problems: (count: string | number) => `${count} problems`,

  // reading-canvas
  arrangingGraph: 'Arranging the graph',

  // terminals/terminal-node
  start: 'Start',
  end: 'End',
  branches: (count: number) => (count === 1 ? '1 branch' : `${count} branches at once`),
  eachOf: (list: string) => `For each of ${list}`,
  atOnce: (count: number) => `Up to ${count} at once`,
  joinsAll: 'When all are done',
  joinsPartly: 'When all have ended',
  nextRound: 'Next round',
  noInput: 'Manual or API, no input',
  startedByHandOrApi: (names: string) => `Manual or API: ${names}`,
  branchEndsHere: 'This branch ends here',
  roundEndsHere: 'The round ends here',
  connectionFromStart: (target: string) => `Connection from the start to ${target}`,
  connectionToEnd: (source: string) => `Connection from ${source} to the end`,
  routeToEnd: (source: string, label: string) => `Route from ${source} to the end, ${label}`,

  // undo-tag
  undoneBy: (name: string) => `Undone by ${name} on rollback`,
  undoIsOff: (name: string) => `${name} would undo it, but rollback is off in this workflow`,

  // use-flow
  empty: 'Empty',
  connectionFromTo: (source: string | number, target: string | number) => `Connection from ${source} to ${target}`,
} as const
