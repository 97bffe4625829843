import type { FormEvent, ReactNode } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { FormFailure } from './form-failure.tsx'
import type { useAsking } from './use-asking.ts'

interface EntryFormProps {
  verb: string
  asking: ReturnType<typeof useAsking>
  /** `section`: one of several on its page. */
  place?: 'page' | 'section'
  onSend(entered: Readonly<Record<string, FormDataEntryValue>>, form: HTMLFormElement): Promise<void>
  children: ReactNode
}

/** A form that asks `/api/auth`: its fields, its refusal, and one button. */
export function EntryForm({ verb, asking, place = 'page', onSend, children }: EntryFormProps) {
  const { failure, isAsking, run } = asking
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    run(() => onSend(Object.fromEntries(new FormData(form)), form))
  }
  const button = place === 'page' ? ({ look: 'primary', size: 'large' } as const) : { className: 'justify-self-start' }
  return (
    <form onSubmit={send} className={place === 'page' ? 'grid gap-4' : 'grid max-w-88 gap-4'}>
      <FormFailure failure={failure} />
      {children}
      <Button type="submit" aria-disabled={isAsking} {...button}>
        {verb}
      </Button>
    </form>
  )
}
