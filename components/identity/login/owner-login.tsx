'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { TextField } from '../text-field.tsx'
import { identityTexts } from '../texts/identity.ts'

/**
 * The way to the own provider of an owner for a person who has no link to it. The owner is typed, and not found by the
 * mail address: only a proof of the domain would keep others from catching its people here.
 */
export function OwnerLogin() {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button look="ghost" onClick={() => setOpen(true)}>
        {identityTexts.ownerLogin}
      </Button>
    )
  const goOn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const owner = String(new FormData(event.currentTarget).get('owner') ?? '').trim()
    if (owner === '') return
    const search = new URLSearchParams(window.location.search)
    search.delete('refused')
    search.set('owner', owner)
    window.location.assign(`/login?${search}`)
  }
  return (
    <form onSubmit={goOn} className="grid gap-4">
      <TextField
        label={identityTexts.ownerId}
        hint={identityTexts.ownerIdHint}
        name="owner"
        autoComplete="organization"
        autoFocus
      />
      <Button type="submit" size="large">
        {identityTexts.goOn}
      </Button>
    </form>
  )
}
