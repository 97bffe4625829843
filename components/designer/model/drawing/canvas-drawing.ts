import type { Direction } from '#components/canvas/layout/direction.ts'
import type { Placement } from '#components/canvas/layout/placement.ts'
import type { OverlayStore } from '#components/canvas/overlay-store.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import type { StepGroup } from '#core/definition/definition.ts'
import type { Graph } from '#core/graph/graph.ts'
import { makeScene } from '../../algorithms/drawing/scene.ts'
import { modelTexts } from '../../texts/model.ts'
import type { DesignerDocument } from '../document/document.ts'
import type { ProblemStore } from '../problems/problem-store.ts'
import type { Expansion } from './expansion-store.ts'
import type { FlowStore } from './flow-store.ts'
import { edgeOverlays, nodeOverlays } from './overlays.ts'

interface CanvasDrawingParts {
  readonly document: DesignerDocument
  readonly problems: ProblemStore
  readonly placement: Placement
  readonly expansion: Expansion
  readonly flow: FlowStore
  readonly directionOf: (graph: Graph) => Direction
  readonly overlay: OverlayStore
}

/** The drawing of a document on the canvas: its graph with positions, groups and open steps, and its problems as overlays. */
export class CanvasDrawing {
  readonly #parts: CanvasDrawingParts
  /** The groups of the last readable text. */
  #groups: readonly StepGroup[] = []

  constructor(parts: CanvasDrawingParts) {
    this.#parts = parts
  }

  showGraph(): void {
    const { document, placement, expansion, flow } = this.#parts
    const { graph, parsed } = document.store.getState()
    if (parsed.definition !== null) this.#groups = parsed.groups
    const { insides } = expansion.store.getState()
    const positions = placement.store.getState()
    const direction = this.#parts.directionOf(graph)
    const { positionsIn } = expansion
    flow.showScene(makeScene({ graph, positions, groups: this.#groups, direction, insides, positionsIn }))
  }

  showProblems(): void {
    this.#parts.flow.showProblems(this.#parts.problems.store.getState().byStep)
    this.showOverlays()
  }

  showOverlays(): void {
    const { document, problems, expansion, overlay } = this.#parts
    const { definition, graph } = document.store.getState()
    const { all, byStep } = problems.store.getState()
    const { insides } = expansion.store.getState()
    overlay.setState((before) => ({
      nodes: nodeOverlays(definition?.steps ?? [], byStep, insides, before.nodes),
      edges: edgeOverlays(graph, all),
    }))
  }

  /** Requests positions for the steps that have none in the text, and updates what is drawn in open steps. */
  arrange(): void {
    const { document, placement, expansion } = this.#parts
    const { graph } = document.store.getState()
    placement.update(graph).catch(() => {
      showToast({ tone: 'failed', title: modelTexts.couldNotArrangeSteps, detail: modelTexts.stepsAreShownInOne })
    })
    expansion.update(graph)
  }

  /** Keeps the state of a renamed step. */
  renamed(from: string, to: string): void {
    const { problems, placement, expansion } = this.#parts
    problems.renamed(from, to)
    placement.renamed(from, to)
    expansion.renamed(from, to)
  }
}
