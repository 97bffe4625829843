'use client'

import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionList } from './session-list.tsx'

/** What protects the account of the person who is logged in. */
export function SessionsPage() {
  return (
    <>
      <SessionList />
      <PasswordSection />
      <SecondFactorSection />
    </>
  )
}
