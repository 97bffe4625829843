'use client'

import { useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { canBeName } from '#core/graph/rules.ts'
import { allStepNames } from '../../algorithms/steps/find-step.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'

/** The step's name as the title of its fields. It is renamed when the field is left: references follow the name. */
export function NameField({ step }: { step: string }) {
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
    if (keep && permission.allowed && name !== step) session.perform({ type: 'rename_step', step, name })
  }
  return (
    <div data-field="name" className="grid">
      <input
        aria-label={viewsInspectorTexts.name}
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
          '-mx-1.25 rounded-s border border-transparent bg-transparent px-1 text-title hover:border-line-strong focus-visible:-outline-offset-1',
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
