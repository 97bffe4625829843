'use client'

import { FoldVertical } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { type Frame, frameAround } from '#components/canvas/layout/frame.ts'
import { ViewPortal } from '#components/canvas/view-portal.tsx'
import type { StepGroup } from '#core/definition/definition.ts'
import type { Position } from '#core/graph/graph.ts'
import { foldGroup } from '../../commands/group-commands.ts'
import { moveSteps } from '../../commands/step-commands.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'
import { useCanvasDrag } from '../canvas/use-canvas-drag.ts'
import { TitleInput } from './title-input.tsx'
import { useAnnotation } from './use-annotation.ts'
import { useGroups } from './use-groups.ts'

/** Frames around steps: the title moves what is in it, a click selects that, a double click or Enter names it. */
export function GroupsLayer() {
  const groups = useGroups()
  return (
    <ViewPortal>
      {groups
        .filter(({ collapsed }) => !collapsed)
        .map((group) => (
          <GroupFrame key={group.id} group={group} />
        ))}
    </ViewPortal>
  )
}

function GroupFrame({ group }: { group: StepGroup }) {
  const session = useSession()
  const nodes = useStore(session.flow.store, (flow) => flow.nodes)
  const members = new Set(group.steps)
  const inside = nodes.filter(({ id }) => members.has(id))
  const frame = frameAround(inside.map(({ position, width, height }) => ({ ...position, width, height })))
  if (frame === null) return null
  return (
    <div
      className="pointer-events-none absolute -z-10 rounded-l border border-line-strong border-dashed bg-[color-mix(in_srgb,var(--color-sunken)_70%,transparent)]"
      style={{ left: frame.x, top: frame.y, width: frame.width, height: frame.height }}
    >
      <Title group={group} frame={frame} />
    </div>
  )
}

function Title({ group, frame }: { group: StepGroup; frame: Frame }) {
  const session = useSession()
  const broken = useDocument((document) => document.broken)
  const renaming = useStore(session.groups.store, (groups) => groups.renaming === group.id && groups.place === 'canvas')
  const handle = useAnnotation<HTMLButtonElement>({ kind: 'group', id: group.id }, 'canvas')
  const start = useRef<ReadonlyMap<string, Position> | null>(null)
  const places = (by: Position) =>
    [...(start.current ?? [])].map(([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }] as const)
  const drag = useCanvasDrag({
    moved(by) {
      if (broken) return
      const members = new Set(group.steps)
      const nodes = session.flow.store.getState().nodes.filter(({ id }) => members.has(id))
      start.current ??= new Map(nodes.map(({ id, position }) => [id, position]))
      session.flow.changeNodes(places(by).map(([id, position]) => ({ type: 'position', id, position, dragging: true })))
    },
    dropped(by) {
      if (by === null) session.selection.selectSteps(group.steps)
      else if (start.current !== null) moveSteps(session, Object.fromEntries(places(by)))
      start.current = null
    },
  })
  if (renaming) return <TitleInput group={group} className="nodrag nopan pointer-events-auto m-1" />
  return (
    <>
      <button
        type="button"
        aria-label={designerTexts.groupSteps(group.title, group.steps.length)}
        title={designerTexts.dragToMoveGroupDouble}
        onDoubleClick={() => !broken && session.groups.rename(group.id)}
        className="nodrag nopan pointer-events-auto h-7 max-w-[calc(100%-2rem)] cursor-grab touch-none truncate rounded-t-l px-3 text-left text-small font-semibold text-muted hover:text-ink active:cursor-grabbing"
        style={{ minWidth: Math.min(120, frame.width) }}
        {...handle}
        {...drag}
      >
        {group.title}
      </button>
      <button
        type="button"
        tabIndex={-1}
        title={designerTexts.collapseGroup}
        aria-label={designerTexts.collapseGroupTitle(group.title)}
        disabled={broken}
        onClick={() => foldGroup(session, group.id, true)}
        className="nodrag nopan pointer-events-auto absolute top-0.5 right-1 grid size-6 shrink-0 place-items-center rounded-s text-muted hover:bg-hover hover:text-ink [&_svg]:size-3.5"
      >
        <FoldVertical aria-hidden="true" />
      </button>
    </>
  )
}
