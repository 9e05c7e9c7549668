/** List prices of AWS in US dollars for us-east-1, November 2026, without free units. Only the gateway has a second tier. */
export const prices = {
  gateway: { perRequest: 1e-6, discount: 0.1e-6, requestsBeforeDiscount: 300e6 },
  lambda: { perRequest: 0.2e-6, perGigabyteSecond: 0.000_013_333_4 },
  dynamodb: {
    perReadUnit: 0.125e-6,
    perWriteUnit: 0.625e-6,
    perReadUnitHour: 0.000_13,
    perWriteUnitHour: 0.000_65,
    perGigabyteMonth: 0.25,
    /** Price of point-in-time recovery for 35 days. */
    perRecoverableGigabyteMonth: 0.2,
  },
  cloudwatch: { perLogGigabyte: 0.5, perInfrequentLogGigabyte: 0.25, perAlarmMetricMonth: 0.1 },
  transfer: { perGigabyteOut: 0.09 },
} as const;
