'use client'

import { Plus, X } from 'lucide-react'
import type { BranchRef } from '#components/canvas/workflow-node.tsx'
import { useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'

const look =
  'nodrag nopan grid size-6 shrink-0 cursor-pointer place-items-center rounded-s text-muted hover:bg-hover hover:text-ink [&_svg]:size-3.5'

/** On the card of a branch: removes it. For the mouse; the keyboard deletes a selected step, and edits the list of tasks. */
export function BranchTools({ branch: { parallel, at } }: { branch: BranchRef }) {
  const session = useSession()
  return (
    // biome-ignore lint/a11y: a button inside of a button is none to a screen reader
    <span
      title={designerTexts.removeBranch}
      data-remove-branch=""
      className={`${look} -mr-1.5 opacity-0 group-hover/step:opacity-100`}
      onClick={(event) => {
        event.stopPropagation()
        session.perform({ type: 'remove_branch', step: parallel, at })
      }}
    >
      <X aria-hidden="true" />
    </span>
  )
}

/** On the fork of a PARALLEL step: adds a branch. */
export function ForkTools({ step }: { readonly step: string }) {
  const session = useSession()
  return (
    <button
      type="button"
      tabIndex={-1}
      title={designerTexts.addBranch}
      aria-label={designerTexts.addBranchTo(step)}
      className={`${look} -mr-1`}
      onClick={({ clientX, clientY }) =>
        session.view.startAdding({
          position: session.canvas?.centre() ?? { x: 0, y: 0 },
          at: { left: clientX, top: clientY },
          within: step,
        })
      }
    >
      <Plus aria-hidden="true" />
    </button>
  )
}
