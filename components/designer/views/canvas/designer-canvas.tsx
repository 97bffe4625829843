'use client'

import {
  Background,
  BackgroundVariant,
  ReactFlow,
  ReactFlowProvider,
  useStore as useFlow,
  useStoreApi,
  type Viewport,
} from '@xyflow/react'
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Size } from '#components/canvas/expansion/make-room.ts'
import { OverlayContext } from '#components/canvas/overlay-store.ts'
import {
  ForkToolsContext,
  StartActionContext,
  type TerminalFlowNode,
  TerminalNode,
} from '#components/canvas/terminals/terminal-node.tsx'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import type { WorkflowFlowNode, WorkflowNodeData } from '#components/canvas/workflow-node.tsx'
import { ZoomMark } from '#components/canvas/zoom-mark.tsx'
import { farZoom, leastZoom } from '../../algorithms/drawing/far-steps.ts'
import { notesMovedBy } from '../../commands/move-notes.ts'
import { addStep, moveSteps } from '../../commands/step-commands.ts'
import { clearPosition } from '../../commands/step-positions.ts'
import { rememberCanvasSize } from '../../model/drawing/canvas-size.ts'
import type { Session } from '../../model/session.ts'
import { useDocument, useSession, useView } from '../../model/session-context.tsx'
import { viewsCanvasTexts } from '../../texts/views-canvas.ts'
import { FramedNotes } from '../annotations/framed-notes.tsx'
import { GroupsLayer } from '../annotations/groups-layer.tsx'
import { NotesLayer } from '../annotations/notes-layer.tsx'
import { ConnectDialog } from '../edges/connect-dialog.tsx'
import { ConnectionLine } from '../edges/connection-line.tsx'
import { ConnectionsDialog } from '../edges/connections-dialog.tsx'
import { CrowdEdges } from '../edges/crowd-edges.tsx'
import { DesignerEdge } from '../edges/designer-edge.tsx'
import { EdgeHandle } from '../edges/edge-handle.tsx'
import { type ToCanvas, useConnecting } from '../edges/use-connecting.ts'
import { HeatLayer } from '../heat/heat-layer.tsx'
import { ForkTools } from '../nodes/branch-tools.tsx'
import { DesignerNode } from '../nodes/designer-node.tsx'
import { AddButton } from '../palette/add-button.tsx'
import { NewFunctionDialog } from '../palette/new-function-dialog.tsx'
import { StepPicker } from '../palette/step-picker.tsx'
import { ValuePeek } from '../trial/value-peek.tsx'
import { BrokenTextNotice } from './broken-text-notice.tsx'
import { CanvasMap } from './canvas-map.tsx'
import { CanvasMenu } from './canvas-menu.tsx'
import { CanvasTools } from './canvas-tools.tsx'
import { DetailProvider, useDetail } from './detail.ts'
import { carriesStep, droppedStep } from './drag-step.ts'
import { DropGhost } from './drop-ghost.tsx'
import { EmptyCanvas } from './empty-canvas.tsx'
import { EnvelopeStrip } from './envelope-strip.tsx'
import { ExtractDialog } from './extract-dialog.tsx'
import { FarStepsNotice } from './far-steps-notice.tsx'
import { FindMarks } from './find-marks.tsx'
import { FindPanel } from './find-panel.tsx'
import { cullAbove, firstView } from './first-view.ts'
import { GuideLines } from './guide-lines.tsx'
import { useCanvasPort } from './use-canvas-port.ts'
import { useMoving } from './use-moving.ts'
import { useSelectionChanges } from './use-selection-changes.ts'

const nodeTypes = { step: DesignerNode, terminal: TerminalNode }
const edgeTypes = { flow: DesignerEdge }
const snapGrid: [number, number] = [4, 4]
const additive = ['Meta', 'Control', 'Shift']
const noEdges: WorkflowFlowEdge[] = []
type DrawnFlowNode = WorkflowFlowNode | TerminalFlowNode

export function DesignerCanvas() {
  const area = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    if (area.current === null) return
    const found = { width: area.current.clientWidth, height: area.current.clientHeight }
    rememberCanvasSize(found)
    setSize(found)
  }, [])
  return (
    <div ref={area} className="flex min-h-24 min-w-0 flex-1 flex-col">
      {size !== null && <SizedCanvas size={size} />}
    </div>
  )
}

function SizedCanvas({ size }: { size: Size }) {
  const session = useSession()
  const [first] = useState(() => firstView(session.flow.store.getState(), size))
  return (
    <OverlayContext.Provider value={session.overlay}>
      <ReactFlowProvider {...first}>
        <Canvas fitted={first !== null} />
      </ReactFlowProvider>
    </OverlayContext.Provider>
  )
}

/** `fitted`: everything is in view from the beginning. */
function Canvas({ fitted }: { fitted: boolean }) {
  const session = useSession()
  const isEmpty = useStore(session.flow.store, (flow) => flow.nodes.length === 0)
  const broken = useDocument((document) => document.broken)
  const { root, toCanvas, focused } = useCanvasPort(fitted)
  const drag = useDropTarget(toCanvas)
  return (
    <section
      ref={root}
      aria-label={viewsCanvasTexts.canvas}
      className="relative min-h-0 min-w-0 flex-1"
      onFocus={focused}
      onPointerDown={keepPointer}
      onDoubleClick={(event) => {
        if (!isPane(event.target)) return
        session.view.startAdding({
          position: centred(toCanvas(event.clientX, event.clientY)),
          at: { left: event.clientX, top: event.clientY },
        })
      }}
      {...drag}
    >
      <CanvasMenu>
        <Flow toCanvas={toCanvas} root={root} />
      </CanvasMenu>
      {isEmpty && <EmptyCanvas />}
      {broken ? <BrokenTextNotice /> : <FarStepsNotice />}
      <ValuePeek within={root} />
      <StepPicker />
      <NewFunctionDialog />
      <ConnectDialog />
      <ExtractDialog />
      <ConnectionsDialog />
    </section>
  )
}

/** The other layers of the canvas. They are one constant object, so that no layer renders again when a step moves. */
const layers = (
  <>
    <Dots />
    <CanvasMap />
    <CrowdEdges />
    <CanvasTools />
    <HeatLayer />
    <AddButton />
    <GuideLines />
    <DropGhost />
    <EnvelopeStrip />
    <GroupsLayer />
    <NotesLayer />
    <FramedNotes />
    <EdgeHandle />
    <FindMarks />
    <FindPanel />
    <ZoomMark />
  </>
)

/** The steps and what joins them: all of the canvas that is drawn again while a step is dragged. */
function Flow({ toCanvas, root }: { toCanvas: ToCanvas; root: RefObject<HTMLElement | null> }) {
  const session = useSession()
  const viewport = useFirstViewport()
  const nodes = useStore(session.flow.store, (flow) => flow.nodes)
  const terminals = useStore(session.flow.store, (flow) => flow.terminals)
  const edges = useStore(session.flow.store, (flow) => flow.edges)
  const drawn = useMemo((): DrawnFlowNode[] => [...nodes, ...terminals], [nodes, terminals])
  const start = useMemo(() => ({ label: viewsCanvasTexts.showStart, perform: () => showStart(session) }), [session])
  const broken = useDocument((document) => document.broken)
  const many = nodes.length > cullAbove
  const far = useFlow((flow) => flow.transform[2] < farZoom)
  const detail = far ? (many ? 'crowd' : 'far') : 'near'
  const edited = useEditedEdge(edges)
  const changes = useSelectionChanges()
  const connecting = useConnecting(toCanvas)
  const moving = useMoving(root)
  const dropping = useDropping(moving)

  // The canvas library leaves a selection of several alone when one of them is clicked.
  const clicked = useCallback(
    (event: React.MouseEvent, { id, data }: DrawnFlowNode) => {
      // A short task is one of the fields of its PARALLEL step.
      if ('branch' in data && data.branch && !(data as WorkflowNodeData).branch?.whole) {
        session.view.showField(['tasks', (data as WorkflowNodeData).branch?.at ?? 0], 'main')
      }
      const adds = event.shiftKey || event.ctrlKey || event.metaKey
      const { steps, notes } = session.selection.store.getState()
      if (!adds && steps.size + notes.size > 1) session.selection.selectSteps(session.flow.stepsOf(id))
    },
    [session],
  )

  return (
    <DetailProvider value={detail}>
      <StartActionContext value={start}>
        <ForkToolsContext value={ForkTools}>
          <ReactFlow
            nodes={drawn}
            edges={detail === 'crowd' ? edited : edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            onNodesChange={changes.onNodesChange}
            onEdgesChange={changes.onEdgesChange}
            {...dropping}
            onMove={moving.begin}
            onMoveEnd={moving.end}
            onPaneClick={session.selection.clear}
            onNodeClick={clicked}
            {...connecting}
            connectionLineComponent={ConnectionLine}
            nodesDraggable={!broken}
            nodesConnectable={!broken}
            nodesFocusable={false}
            edgesFocusable={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            multiSelectionKeyCode={additive}
            connectOnClick={false}
            // As far as the hand may tremble before it drags: otherwise what is between a click and a drag would do nothing.
            nodeClickDistance={1}
            snapToGrid
            snapGrid={snapGrid}
            panOnScroll
            zoomOnDoubleClick={false}
            defaultViewport={viewport}
            minZoom={leastZoom}
            maxZoom={2}
            elevateNodesOnSelect={false}
            // From far away nearly all are in view, and those at the edge would come and go with every frame.
            onlyRenderVisibleElements={many && !far}
            attributionPosition="bottom-center"
          >
            {layers}
          </ReactFlow>
        </ForkToolsContext>
      </StartActionContext>
    </DetailProvider>
  )
}

/** The fields of the workflow itself, at its triggers; the input follows below them. */
function showStart(session: Session): void {
  session.selection.clear()
  session.view.showField(['triggers'])
}

/** The edge whose condition is being written, which is seen from any distance. */
function useEditedEdge(edges: WorkflowFlowEdge[]): WorkflowFlowEdge[] {
  const id = useView((view) => view.editingEdge)
  return useMemo(() => {
    const edge = id === null ? undefined : edges.find((other) => other.id === id)
    return edge === undefined ? noEdges : [edge]
  }, [edges, id])
}

/** From far away the dots would be smaller than a pixel can show. */
function Dots() {
  return useDetail() === 'near' ? <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} /> : null
}

const isPane = (target: EventTarget) => (target as Element).classList.contains('react-flow__pane')

/**
 * Captures the pointer while the user pans: otherwise the browser looks among all steps for the element under the
 * pointer at every movement.
 */
function keepPointer({ target, button, pointerId }: React.PointerEvent) {
  if (button === 0 && isPane(target)) (target as Element).setPointerCapture(pointerId)
}

/** The document learns of places when steps are dropped there. */
function useDropping(moving: ReturnType<typeof useMoving>) {
  const session = useSession()
  return useMemo(() => {
    const dropped = (moved: readonly DrawnFlowNode[]) => {
      session.guides.clear()
      moving.end()
      // The final positions are the drawn ones, aligned with other steps, not those at the pointer.
      const ids = new Set(moved.map(({ id }) => id))
      const changed = session.flow.store.getState().nodes.filter(({ id }) => ids.has(id) && session.flow.isMoved(id))
      const [first] = changed
      const notes = notesMovedBy(session, first === undefined ? null : session.flow.movedBy(first.id))
      if (first !== undefined) {
        moveSteps(session, Object.fromEntries(changed.map((node) => [node.id, node.position])), { notes })
      }
      session.notes.moveAlong(null)
    }
    const dragged = (node: DrawnFlowNode | undefined) => {
      moving.begin()
      if (node === undefined || session.selection.store.getState().notes.size === 0) return
      session.notes.moveAlong(session.flow.movedBy(node.id))
    }
    return {
      onNodeDrag: (_event: unknown, node: DrawnFlowNode) => dragged(node),
      onSelectionDrag: (_event: unknown, [node]: readonly DrawnFlowNode[]) => dragged(node),
      onNodeDragStop: (_event: unknown, _node: DrawnFlowNode, moved: readonly DrawnFlowNode[]) => dropped(moved),
      onSelectionDragStop: (_event: unknown, moved: readonly DrawnFlowNode[]) => {
        if (moved.length > 0) dropped(moved)
      },
    }
  }, [session, moving])
}

/**
 * The viewport with which the canvas library began: without it the library would return to the origin. The library need
 * not measure nodes either, because nodes declare their size and handles. Measuring a far-away box without handles
 * would lose the edges to the step once the view is near.
 */
function useFirstViewport(): Viewport {
  const api = useStoreApi()
  const [viewport] = useState(() => {
    api.setState({ updateNodeInternals: () => {} })
    const [x, y, zoom] = api.getState().transform
    return { x, y, zoom }
  })
  return viewport
}

/** A node under the pointer has its top middle there. */
const centred = ({ x, y }: { x: number; y: number }) => ({ x: x - 108, y: y - 28 })

const onGrid = ({ x, y }: { x: number; y: number }) => ({ x: Math.round(x / 4) * 4, y: Math.round(y / 4) * 4 })

/** The LOOP in whose open frame something is dropped. */
function frameUnder(session: Session, event: React.DragEvent): string | undefined {
  const id = (event.target as Element).closest<HTMLElement>('.react-flow__node')?.dataset.id
  const node = session.flow.store.getState().nodes.find((other) => other.id === id)
  if (node === undefined || node.data.foreign) return undefined
  const holds = node.data.stepType === 'LOOP' || node.data.stepType === 'PARALLEL'
  return node.data.open && holds ? node.id : node.data.owner
}

/** Drops from the palette: onto the canvas, or onto an edge to insert there. */
function useDropTarget(toCanvas: ToCanvas) {
  const session = useSession()
  return useMemo(() => {
    const edgeUnder = ({ target }: React.DragEvent) =>
      (target as Element).closest<HTMLElement>('.react-flow__edge')?.dataset.id ??
      (target as Element).closest<HTMLElement>('[data-edge]')?.dataset.edge ??
      null
    return {
      onDragOver: (event: React.DragEvent) => {
        if (!carriesStep(event.dataTransfer)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        const edge = edgeUnder(event)
        const isFree = edge === null && frameUnder(session, event) === undefined
        const place = isFree ? clearPosition(session, onGrid(centred(toCanvas(event.clientX, event.clientY)))) : null
        session.view.dropOver(edge, place)
      },
      // From one part of the canvas to the next nothing was left.
      onDragLeave: ({ currentTarget, relatedTarget }: React.DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) session.view.dropOver(null, null)
      },
      onDrop: (event: React.DragEvent) => {
        const step = droppedStep(event.dataTransfer)
        if (step === null) return
        event.preventDefault()
        session.view.drag(null)
        session.view.stopAdding()
        const id = edgeUnder(event)
        const edge = id === null ? undefined : session.flow.store.getState().graphEdges.get(id)
        const loop = frameUnder(session, event)
        addStep(session, step, {
          ...(loop === undefined ? {} : { within: loop }),
          position: onGrid(centred(toCanvas(event.clientX, event.clientY))),
          ...(edge ? { onEdge: { from: edge.source, to: edge.target, kind: edge.kind } } : {}),
        })
      },
    }
  }, [session, toCanvas])
}
