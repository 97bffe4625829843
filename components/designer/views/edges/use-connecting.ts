'use client'

import type { Connection, FinalConnectionState } from '@xyflow/react'
import { useMemo } from 'react'
import type { Point } from '#components/canvas/geometry.ts'
import { turnedPoint, turnedSize } from '#components/canvas/layout/direction.ts'
import { failureHandle, nodeSize } from '#components/canvas/measures.ts'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import { END } from '#core/definition/definition.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { levelWith } from '#core/graph/levels.ts'
import { canConnect, defaultKind } from '#core/graph/rules.ts'
import { startId } from '#core/graph/terminals.ts'
import { mayMoveEnds, moveEnds } from '../../commands/edge-commands.ts'
import { connectSteps } from '../../commands/step-commands.ts'
import { freePosition } from '../../commands/step-positions.ts'
import type { Session } from '../../model/session.ts'
import { useSession } from '../../model/session-context.tsx'

/** A place of the window as one of the canvas. */
export type ToCanvas = (clientX: number, clientY: number) => { x: number; y: number }

/** How far around its end an edge can be taken hold of, once it is selected. */
const reconnectRadius = 8

/** Drawing edges by pulling from dots, and leading them elsewhere by their ends. */
export function useConnecting(toCanvas: ToCanvas) {
  const session = useSession()
  return useMemo(() => {
    /** The edge whose end is being dragged elsewhere: the canvas library asks and tells of it as of a new one. */
    let moving: GraphEdge | undefined
    /** What an edge to a drawn node leads to in the text: every end is the one END. */
    const targetOf = (node: string) =>
      session.flow.store.getState().terminals.some(({ id }) => id === node) ? END : node
    return {
      edgesReconnectable: false,
      reconnectRadius,
      onReconnectStart: (_event: unknown, { id }: WorkflowFlowEdge) => {
        moving = session.flow.store.getState().graphEdges.get(id)
      },
      onReconnect: (_edge: WorkflowFlowEdge, { source, target }: Connection) => {
        if (moving !== undefined) moveEnds(session, moving, source, targetOf(target))
      },
      onReconnectEnd: () => {
        moving = undefined
      },
      isValidConnection: ({
        source,
        target: drawn,
        sourceHandle,
      }: Connection | { source: string; target: string; sourceHandle?: string | null }) => {
        const target = targetOf(drawn)
        if (moving !== undefined) return mayMoveEnds(session, moving, source, target)
        const { graph } = session.document.store.getState()
        const kind = sourceHandle === failureHandle ? 'failure' : defaultKind(levelWith(graph, source), source)
        return canConnect(graph, source, target, kind).allowed
      },
      onConnect: ({ source, target, sourceHandle }: Connection) => {
        connectSteps(session, source, targetOf(target), sourceHandle === failureHandle ? 'failure' : undefined)
      },
      onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
        if (state.isValid || state.fromNode === null) return
        const from = state.fromNode.id
        const failure = state.fromHandle?.id === failureHandle
        const { clientX, clientY } =
          'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event
        const under = document.elementFromPoint(clientX, clientY)
        const drawn = under?.closest<HTMLElement>('.react-flow__node')?.dataset.id ?? state.toNode?.id
        const node = drawn === undefined || drawn === startId ? undefined : targetOf(drawn)
        if (moving !== undefined) {
          if (node === undefined) return
          const isBeginning = state.fromHandle?.type === 'target'
          moveEnds(session, moving, isBeginning ? node : moving.source, isBeginning ? moving.target : node)
          return
        }
        const { graph } = session.document.store.getState()
        // Between the steps of a body lies only their frame: a drop on this frame is a drop on empty canvas.
        const inFrame = node !== undefined && node === session.flow.ownerOf(from)
        if (node !== undefined && !inFrame) {
          if (node !== from) connectSteps(session, from, node, failure ? 'failure' : undefined)
          return
        }
        // Beside the canvas there is no place to mean: the step goes behind the one that it comes from.
        const isOutside = under === null || under.closest('.react-flow') === null
        if (!inFrame && !isOutside && under.closest('.react-flow__pane') === null) return
        session.view.startAdding({
          position: isOutside
            ? freePosition(session, from)
            : inLineWith(session, from, toCanvas(clientX, clientY), failure),
          at: { left: clientX, top: clientY },
          connect: { from, kind: failure ? 'failure' : defaultKind(levelWith(graph, from), from) },
        })
      },
    }
  }, [session, toCanvas])
}

/** The least distance between a step and one pulled from it, so that the edge and its plus have room. */
const leastAlong = 40

/**
 * The place of a step that is pulled from another one. Nearly in line with the other step, the new one stands right in
 * that line: the edge between them is straight. A short pull leads beyond the other step, too.
 */
function inLineWith(session: Session, from: string, dropped: Point, failure: boolean): Point {
  const { nodes, direction } = session.flow.store.getState()
  const isTurned = direction === 'right'
  const turn = (point: Point) => (isTurned ? turnedPoint(point) : point)
  const { x, y } = turn(dropped)
  const card = isTurned ? turnedSize(nodeSize) : nodeSize
  const place = { x: x - card.width / 2, y }
  const before = nodes.find(({ id }) => id === from)
  if (failure || before === undefined) return turn(place)
  const beside = turn(before.position)
  const { height = nodeSize.height, width = nodeSize.width } = before
  const least = beside.y + (isTurned ? width : height) + leastAlong
  const off = Math.abs(beside.x - place.x)
  const isShort = off < card.width && y >= beside.y && y < least
  const isInLine = off < card.width / (isTurned ? 2 : 4)
  return turn({ x: isInLine ? beside.x : place.x, y: isShort ? least : y })
}
