'use client'

import { useEffect, useRef, useState } from 'react'
import { Input } from '#components/ui/controls/input.tsx'
import { levelWith } from '#core/graph/levels.ts'
import { canRename } from '#core/graph/rules.ts'
import { useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'

/** The input that renames a step in its row: Enter commits, Escape cancels. `onDone` gets the resulting name. */
export function RenameInput({ step, onDone }: { step: string; onDone: (name: string) => void }) {
  const session = useSession()
  const [name, setName] = useState(step)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const { graph } = session.document.store.getState()
  const permission = canRename(levelWith(graph, step), step, name)
  const finish = (keep: boolean) => {
    const renamed = keep && permission.allowed && name !== step
    onDone(renamed && session.perform({ type: 'rename_step', step, name }) ? name : step)
  }
  return (
    <Input
      ref={input}
      aria-label={designerTexts.newNameOf(step)}
      aria-invalid={permission.allowed ? undefined : true}
      title={permission.allowed ? undefined : permission.reason}
      value={name}
      spellCheck={false}
      className="h-7 flex-1"
      onChange={(event) => setName(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(true)
        if (event.key === 'Escape') finish(false)
      }}
    />
  )
}
