/** Where the laws were read. */
export const sources = {
  at: 'parlament.gv.at, XXVIII/I/307; wko.at, Neue Vorgaben zur Grundpreisauszeichnung',
  eu: 'EUR-Lex, 31998L0006',
  court: 'curia.europa.eu, C-330/23 (Aldi Süd)',
  de: 'ihk.de, Preisangabenverordnung; dresden.ihk.de, § 5 (1)',
  fr: 'questions.assemblee-nationale.fr, 13-27249QE',
  uk: 'legislation.gov.uk, SI 2024/1055',
  nz: 'comcom.govt.nz, information-for-retailers-unit-pricing; retail.kiwi, unit-pricing-regulations',
  au: 'accc.gov.au, Unit Pricing Code',
  'ca-qc': 'legisquebec.gouv.qc.ca, P-40.1, r. 3; educaloi.qc.ca',
  'us-ma': 'regulations.justia.com, 202 CMR',
  'us-ct': 'casetext.com, 21a-75-4',
  'us-nj': 'N.J.A.C. 13:45A-14, copy of the state',
} as const;
