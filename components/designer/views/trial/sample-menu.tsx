'use client'

import { BookmarkPlus, ChevronDown, History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { rowClasses } from '#components/ui/overlay/popup.ts'
import type { JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { useSession, useTrial } from '../../model/session-context.tsx'
import { viewsTrialTexts } from '../../texts/views-trial.ts'

export interface SampleMenuProps {
  /** The input in the form. */
  readonly input: JsonObject
  /** The last tried input. */
  readonly last: JsonObject | undefined
  readonly disabled: boolean
  /** Whether the form contains the whole input. */
  readonly mayKeep: boolean
  onChoose(input: JsonObject): void
}

/** The menu of inputs: the stored inputs of this workflow, the last input, and storing the present input. */
export function SampleMenu({ input, last, disabled, mayKeep, onChoose }: SampleMenuProps) {
  const { trial } = useSession()
  const samples = useTrial((state) => state.samples)
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const choose = (chosen: JsonObject) => {
    setOpen(false)
    onChoose(chosen)
  }
  return (
    <div className="mr-auto">
      <Popover
        label={viewsTrialTexts.inputs}
        open={open}
        onOpenChange={setOpen}
        className="w-72"
        trigger={
          <Button disabled={disabled}>
            {viewsTrialTexts.inputs} <ChevronDown />
          </Button>
        }
      >
        <ul className="grid">
          {last && (
            <li>
              <button type="button" className={`${rowClasses} w-full`} onClick={() => choose(last)}>
                <History className="size-3.5 text-faint" /> {viewsTrialTexts.lastInput}
              </button>
            </li>
          )}
          {samples.map((sample) => (
            <li key={sample.name} className="flex items-center gap-1">
              <button type="button" className={`${rowClasses} min-w-0 flex-1`} onClick={() => choose(sample.input)}>
                <span className="truncate">{sample.name}</span>
              </button>
              <IconButton
                label={viewsTrialTexts.delete(sample.name)}
                size="small"
                onClick={() => trial.keepSample(sample.name, null)}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
          {!last && samples.length === 0 && (
            <li className="px-2 py-1.5 text-small text-muted">{viewsTrialTexts.savedInputsAppearHere}</li>
          )}
        </ul>
        <form
          className="mt-1.5 flex gap-1.5 border-t pt-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '' || !mayKeep) return
            trial.keepSample(name.trim(), input)
            setName('')
          }}
        >
          <Input
            aria-label={viewsTrialTexts.inputName}
            placeholder={viewsTrialTexts.saveThisInputAs}
            maxLength={limits.testRun.sampleNameCharacters}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" icon={<BookmarkPlus />} disabled={name.trim() === '' || !mayKeep}>
            {viewsTrialTexts.keep}
          </Button>
        </form>
      </Popover>
    </div>
  )
}
