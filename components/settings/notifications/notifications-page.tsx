'use client'

import { NotificationsSection } from '../notifications-section.tsx'
import { MailSection } from './mail-section.tsx'
import { UndeliveredSection } from './undelivered-section.tsx'

/** What the person hears of: by mail, and in this browser. */
export function NotificationsPage() {
  return (
    <>
      <MailSection />
      <NotificationsSection />
      <UndeliveredSection />
    </>
  )
}
