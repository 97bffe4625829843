'use client'

import { useEffect, useState } from 'react'
import { Callout } from '#components/ui/layout/callout.tsx'
import { refusalTexts } from '../texts/identity.ts'

/** Why the login by a provider, which has led back here, did not work. */
export function LoginRefusal() {
  const [reason, setReason] = useState<string | null>(null)
  useEffect(() => setReason(new URLSearchParams(window.location.search).get('refused')), [])
  if (reason === null || !Object.hasOwn(refusalTexts, reason)) return null
  return (
    <Callout tone="failed" alert>
      {refusalTexts[reason]}
    </Callout>
  )
}
