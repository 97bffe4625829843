import type { Point } from '#components/canvas/edges/edge-path.ts'
import { composeDrawing, type Drawing, type DrawnNode } from '#components/canvas/expansion/compose-drawing.ts'
import { makeRoom, type Room } from '#components/canvas/expansion/make-room.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import type { BranchRef } from '#components/canvas/workflow-node.tsx'
import type { Step } from '#core/definition/definition.ts'
import { allSteps, innerLists } from '#core/definition/inner-lists.ts'
import { branchGraph } from '#core/graph/branches.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { noGaps } from '../../algorithms/drawing/close-gaps.ts'
import type { Scene } from '../../algorithms/drawing/scene.ts'
import { isTerminal, type SceneNode } from '../../algorithms/drawing/scene-node.ts'

type Points = Readonly<Record<string, Point>>

const emptyScene: Scene = {
  level: { nodes: [], edges: [] },
  gaps: noGaps,
  insides: new Map(),
  words: new Map(),
  places: new Map(),
  steps: new Map(),
  direction: 'down',
  inputs: [],
  triggers: [],
  rollsBack: false,
}

/** A scene as it is drawn: which node shows which step, and which position in the text belongs to which drawn position. */
export class DrawnScene {
  readonly scene: Scene
  readonly drawing: Drawing<SceneNode, GraphEdge>
  readonly nodes: ReadonlyMap<string, SceneNode>
  /** The space made for open steps, and the gaps closed where groups are folded. */
  readonly room: Room
  /** The ids of the open steps. */
  readonly #open: ReadonlySet<string>
  /** The ids of the folded groups, by the steps in them. */
  readonly #foldedIn = new Map<string, string>()

  /** The PARALLEL steps of the drawn short tasks, by the ids of these. */
  readonly #shortTasks = new Map<string, string>()

  constructor(scene: Scene = emptyScene) {
    this.scene = scene
    this.drawing = composeDrawing(scene.level, scene.insides, scene.direction)
    this.room = through(scene.gaps, this.drawing.room)
    this.nodes = new Map(this.drawing.nodes.map(({ node }) => [node.id, node]))
    this.#open = new Set(this.drawing.nodes.flatMap(({ node, frame }) => (frame === null ? [] : [node.id])))
    for (const one of this.drawing.nodes) {
      const branch = one.owner === null ? undefined : this.branchOf(one)
      if (branch !== undefined && !branch.whole) this.#shortTasks.set(one.node.id, branch.parallel)
    }
    for (const { of, id } of this.nodes.values()) {
      if ('steps' in of) for (const step of of.steps) this.#foldedIn.set(step, id)
    }
  }

  /** Whether the drawing contains no open step and no folded group: every drawn position is then one of the text. */
  get isPlain(): boolean {
    return this.drawing.opened.length === 0 && this.#foldedIn.size === 0
  }

  isOpen(id: string): boolean {
    return this.#open.has(id)
  }

  /** The steps of this workflow that a node shows: one, or those of a folded group. */
  stepsOf(id: string): readonly string[] {
    const node = this.nodes.get(id)
    if (node === undefined || node.foreign || isTerminal(node.of)) return []
    if (!('step' in node.of)) return node.of.steps
    // A short task is no step: it is selected with its PARALLEL step.
    const short = this.#shortTasks.get(id)
    return [short ?? id]
  }

  /** The node that shows a step: its own, or that of the folded group or closed loop that it is in. */
  nodeOf(step: string): string {
    return this.#foldedIn.get(step) ?? (this.nodes.has(step) ? step : this.#closedAround(step)) ?? step
  }

  /** The id of the open step in whose frame a node is drawn. */
  ownerOf(id: string): string | null {
    return this.#find(id)?.owner ?? null
  }

  /** The place of a branch in the text, for a node in the frame of a PARALLEL step. */
  branchOf({ node, owner }: DrawnNode<SceneNode>): BranchRef | undefined {
    const around = owner === null ? undefined : this.nodes.get(owner)
    if (around === undefined || around.foreign || !('step' in around.of) || around.of.step.type !== 'PARALLEL')
      return undefined
    const { step } = around.of
    const branch = branchGraph(step).branches.find(({ id }) => id === node.id)
    return branch && { parallel: step.name, at: branch.at, whole: branch.whole }
  }

  positionOf(id: string): Point | undefined {
    return this.#find(id)?.position
  }

  /**
   * The positions in the text of steps whose nodes are drawn, or dropped, at these positions. A folded group moves its
   * steps along.
   */
  textPositions(drawn: Points): Points {
    const nodes = new Map(this.drawing.nodes.map((one) => [one.node.id, one]))
    return Object.fromEntries(Object.entries(drawn).flatMap(([id, at]) => this.#textPositions(id, at, nodes.get(id))))
  }

  #textPositions(id: string, at: Point, one: DrawnNode<SceneNode> | undefined): readonly [string, Point][] {
    // Steps in a body have no position in the text.
    if (one !== undefined && one.owner !== null) return []
    const others = this.drawing.opened.filter((other) => other.id !== id)
    const room = through(this.scene.gaps, makeRoom(others, nodeSize, this.scene.direction))
    const { width, height } = one?.frame ?? nodeSize
    const card =
      this.scene.direction === 'right'
        ? { x: at.x, y: at.y + (height - nodeSize.height) / 2 }
        : { x: at.x + (width - nodeSize.width) / 2, y: at.y }
    const to = room.toText(card)
    if (one === undefined || 'step' in one.node.of) return [[id, to]]
    if (isTerminal(one.node.of)) return []
    const from = room.toText(one.position)
    return one.node.of.steps.flatMap((step): readonly [string, Point][] => {
      const old = this.scene.places.get(step)
      return old === undefined ? [] : [[step, { x: old.x + to.x - from.x, y: old.y + to.y - from.y }]]
    })
  }

  #find(id: string) {
    return this.drawing.nodes.find(({ node }) => node.id === id)
  }

  /** The closed step, or folded group, that contains a step within another step. */
  #closedAround(step: string): string | undefined {
    const around = [...this.nodes.values()].find(({ id, of, foreign }) => {
      if (isTerminal(of)) return false
      if ('steps' in of) return of.steps.some((name) => contains(this.scene.steps.get(name), step))
      return !foreign && !this.#open.has(id) && contains(of.step, step)
    })
    return around?.id
  }
}

const contains = (outer: Step | undefined, name: string): boolean =>
  outer !== undefined && innerLists(outer).some((list) => allSteps(list.steps).some((step) => step.name === name))

/** Applies one room after the other. */
function through(first: Room, second: Room): Room {
  return {
    toDrawn: (position) => second.toDrawn(first.toDrawn(position)),
    toText: (drawn) => first.toText(second.toText(drawn)),
  }
}
