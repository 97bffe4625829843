/** Texts of `components/canvas`. A function gives a sentence around its values. */
export const canvasTexts = {
  // node-card
  titleAndId: (title: string | number, id: string | number) => `${title} · ${id}`,
  // canvas-controls
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitToView: 'Fit to view',

  // layout/request-layout
  layoutIsNoLongerWanted: 'The layout is no longer wanted.',

  // node-card
  toDo: (count: string | number) => `${count} to do`,
  oneProblem: '1 problem',
  problems: (count: string | number) => `${count} problems`,

  // reading-canvas
  arrangingGraph: 'Arranging the graph',

  // use-flow
  empty: 'Empty',
  connectionFromTo: (source: string | number, target: string | number) => `Connection from ${source} to ${target}`,
} as const
