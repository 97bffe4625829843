/** Texts of `components/settings/notifications`. A function gives a sentence around its values. */
export const notificationTexts = {
  // mail-section
  mailAboutTasks: 'Mail about tasks',
  whatItIs: 'A mail links to the task. Opening the link decides nothing.',
  noMailServer: 'No mail is sent: no mail server is set up. Set HEDDLE_SMTP_URL and HEDDLE_MAIL_FROM to turn mail on.',
  notInDirectory:
    'Mail is sent to people. Add people under Preferences, or act as one of them to choose what they receive.',

  // mail-form
  mailAddress: 'Mail address',
  noMailWithout: 'Without an address you get no mail.',
  howOften: 'How often',
  paces: { off: 'Off', minutes: 'Immediately', hour: 'Hourly', day: 'Daily' },
  paceHints: {
    off: 'You get no mail about tasks.',
    minutes: 'At most one mail in five minutes, with all tasks since the last one.',
    hour: 'At most one mail an hour, with all tasks since the last one.',
    day: 'At most one mail a day, with all tasks since the last one.',
  },
  about: 'About',
  kinds: {
    opened: 'Tasks assigned to me',
    opened_group: 'Tasks for my groups',
    handed_over: 'Tasks handed over to me',
    reminded: 'Reminders of my tasks',
    escalated: 'Overdue tasks escalated to me',
  },
  quietHours: 'Quiet hours',
  quietMeans: 'Mail waits until they end.',
  from: 'From',
  to: 'To',
  timeZone: 'Time zone',
  quietDays: 'Quiet all day',
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  save: 'Save',
  saved: 'Saved',
  sendTest: 'Send a test mail',
  testUnderWay: 'Sending the test mail. Its result appears below.',

  // mail-list
  lastMails: 'Last mails to you',
  lastMailsOnes: 'The latest 20, kept for 30 days.',
  noMails: 'No mails yet.',
  tasksMail: 'About tasks',
  testMail: 'Test mail',
  sendAgain: 'Send again',
  underWayAgain: 'Sending the mail again.',
  states: { waiting: 'Waiting', sent: 'Sent', dropped: 'Not needed', failed: 'Failed' },
  undelivered: 'Mails that failed',
  undeliveredOnes: 'The mail server rejected them, or did not accept them within two days.',
  noneFailed: 'None.',
  waiting: (count: number) => (count === 1 ? '1 mail is waiting.' : `${count} mails are waiting.`),
} as const
