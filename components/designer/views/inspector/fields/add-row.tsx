'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'

/** The last row of a map: a name for one entry more. */
export function AddRow({
  label,
  placeholder,
  onAdd,
}: {
  readonly label: string
  readonly placeholder: string
  onAdd(name: string): void
}) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  return (
    <form
      className="grid grid-cols-[1fr_auto] gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        setTyped('')
        if (name !== '') onAdd(name)
      }}
    >
      <Input
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        spellCheck={false}
        className="font-mono text-code"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" icon={<Plus />} disabled={name === ''} className="h-7.5">
        {viewsInspectorFieldsTexts.add}
      </Button>
    </form>
  )
}
