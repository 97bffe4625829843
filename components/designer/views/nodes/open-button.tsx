'use client'

import { ChevronsDownUp, ChevronsUpDown, SquareArrowOutUpRight } from 'lucide-react'
import Link from 'next/link'
import type { Step } from '#core/definition/definition.ts'
import { useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'

const look =
  'nodrag nopan grid size-6 shrink-0 place-items-center rounded-s text-muted hover:bg-hover hover:text-ink [&_svg]:size-3.5'

/** On the card of a step with an inside: draws that in its place. For the mouse; the keyboard has an action. */
export function OpenButton({ node }: { node: string }) {
  const session = useSession()
  return (
    // biome-ignore lint/a11y: a button inside of a button is none to a screen reader
    <span
      title={designerTexts.openInPlace}
      data-open=""
      className={`${look} -mr-1.5 cursor-pointer`}
      onClick={() => session.expansion.toggle(node)}
    >
      <ChevronsUpDown aria-hidden="true" />
    </span>
  )
}

/** The buttons of a frame: they close the frame, and open the page of the workflow drawn in it. */
export function FrameTools({ node, step }: { node: string; step: Step }) {
  const session = useSession()
  return (
    <span className="-mr-1 flex items-center">
      {step.type === 'SUB_WORKFLOW' && (
        <Link
          href={`/workflows/${step.sub_workflow_type}`}
          title={designerTexts.open(step.sub_workflow_type)}
          aria-label={designerTexts.openWorkflow(step.sub_workflow_type)}
          className={look}
        >
          <SquareArrowOutUpRight aria-hidden="true" />
        </Link>
      )}
      <button
        type="button"
        tabIndex={-1}
        title={designerTexts.close}
        aria-label={designerTexts.closeName(step.name)}
        className={look}
        onClick={() => session.expansion.toggle(node)}
      >
        <ChevronsDownUp aria-hidden="true" />
      </button>
    </span>
  )
}
