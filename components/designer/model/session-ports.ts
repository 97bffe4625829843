import type { RequestEdgeRoutes } from '#components/canvas/edges/edge-routes.ts'
import type { Direction } from '#components/canvas/layout/direction.ts'
import type { RequestLayout } from '#components/canvas/layout/placement.ts'
import type { Graph, Position } from '#core/graph/graph.ts'
import type { AutosavePorts } from './saving/autosave.ts'
import type { Merged } from './saving/draft-merging.ts'
import type { SlotPorts } from './saving/draft-slots.ts'
import type { FirstDock } from './view-store.ts'

export interface SessionDraft {
  readonly text: string
  readonly revision: number
  readonly updatedBy: string
  readonly updatedAt: string
  /** Whether the draft comes from this browser because the server did not answer: the server's text is unknown. */
  readonly unsent?: boolean
}

export interface SessionPorts extends AutosavePorts, SlotPorts {
  readonly requestLayout: RequestLayout
  readonly requestEdgeRoutes: RequestEdgeRoutes
  /** The direction in which to draw a graph whose steps have no places in the text. */
  preferredDirection(graph: Graph): Direction
  /** The text of the newest published version of another workflow; null if nothing is published. */
  readPublished(workflow: string): Promise<string | null>
  /** What of the dock was open when the designer was last left. */
  readonly dock?: FirstDock
  /** Reports an automatic merge. */
  merged(merged: Merged): void
  /** Runs `perform` after the next frame is painted; the returned function cancels the call. */
  afterFrame(perform: () => void): () => void
}

/** The canvas operations that other parts may call while the canvas is on the screen. */
export interface CanvasPort {
  /** The middle of the viewport, in canvas pixels. */
  centre(): Position
  toScreen(position: Position): { readonly left: number; readonly top: number }
  zoom(): number
  zoomTo(zoom: number): void
  /** Moves the viewport so that an element drawn on the canvas is visible. */
  show(drawn: Element): void
}
