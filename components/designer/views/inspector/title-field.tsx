'use client'

import { useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { Step } from '#core/definition/definition.ts'
import { canBeName } from '#core/graph/rules.ts'
import { limits } from '#core/limits.ts'
import { allStepNames } from '../../algorithms/steps/find-step.ts'
import { titleText } from '../../algorithms/steps/title-text.ts'
import { renameStep, titleStep } from '../../commands/title-step.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'

const quiet =
  '-mx-1.25 min-w-0 rounded-s border border-transparent bg-transparent px-1 hover:border-line-strong focus-visible:-outline-offset-1'

/** The title of a step above its fields. It is written when the field is left. */
export function TitleField({ step }: { step: Step }) {
  const session = useSession()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = titleText(step)
  const finish = (keep: boolean) => {
    setTyped(null)
    if (keep && typed !== null && typed !== shown) titleStep(session, step.name, typed)
  }
  return (
    <div data-field="title" className="grid">
      <input
        aria-label={viewsInspectorTexts.title}
        value={typed ?? shown}
        maxLength={limits.text.title}
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => session.problems.isBegun(step.name) && event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish(true)
          if (event.key === 'Escape') finish(false)
        }}
        className={classNames(quiet, 'text-title')}
      />
    </div>
  )
}

/** The id of a step, which the text and expressions use. References follow a new id. */
export function IdField({ step }: { step: string }) {
  const session = useSession()
  const definition = useDocument((document) => document.definition)
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? step
  const isTaken = name !== step && allStepNames(definition).has(name)
  const permission = isTaken
    ? ({ allowed: false, reason: viewsInspectorTexts.stepNamedAlreadyExists(name) } as const)
    : canBeName(name)
  const finish = (keep: boolean) => {
    setTyped(null)
    if (keep && permission.allowed && name !== step) renameStep(session, step, name)
  }
  return (
    <div data-field="name" className="grid min-w-0">
      <input
        aria-label={viewsInspectorTexts.id}
        title={viewsInspectorTexts.idHelp}
        aria-invalid={permission.allowed ? undefined : true}
        aria-describedby={permission.allowed ? undefined : 'name-error'}
        value={name}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish(true)
          if (event.key === 'Escape') finish(false)
        }}
        className={classNames(
          quiet,
          'min-h-6 max-w-44 font-mono text-code [field-sizing:content]',
          !permission.allowed && 'border-failed',
        )}
      />
      {!permission.allowed && (
        <p id="name-error" className="text-small text-failed">
          {permission.reason}
        </p>
      )}
    </div>
  )
}
