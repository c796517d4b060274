import { words } from './random.ts';

/** What is booked against one kind of vehicle, by how often it happens. */
export interface OffencePool {
  readonly often: readonly string[];
  readonly sometimes: readonly string[];
  readonly rarely: readonly string[];
}

const onTheRoad: OffencePool = {
  often: words('LGC-16 LGC-19 LGC-11 LGC-02 TMS-01 TMS-02 TMS-03 SPV-01 MTF-01'),
  sometimes: words(`LGC-01 LGC-10 LGC-12 LGC-13 LGC-15 LGC-17 TMS-04 TMS-05 TMS-06 TMS-07 TMS-08
    TMS-09 TMS-10 TMS-11 VDF-06 VDF-07 VDF-11 MTF-07`),
  rarely: words(`LGC-03 LGC-08 LGC-09 LGC-14 LGC-20 LGC-21 LGC-22 TMS-12 TMS-13 VDF-08 VDF-10 VDF-12
    ADL-01 ADL-03 ADL-04 SPV-02 SPV-04 MTF-03 MTF-04 MTF-06 MTF-08 MTF-09`),
};

const also = (more: Partial<OffencePool>): OffencePool => ({
  often: [...onTheRoad.often, ...(more.often ?? [])],
  sometimes: [...onTheRoad.sometimes, ...(more.sometimes ?? [])],
  rarely: [...onTheRoad.rarely, ...(more.rarely ?? [])],
});

export const offencePools = {
  private: also({
    sometimes: words('VDF-01 LGC-18'),
    rarely: words('LGC-05 LGC-06 LGC-07 SPV-05 VIL-07'),
  }),
  taxi: also({
    often: words('LCC-09 LCC-01'),
    sometimes: words('LCC-02 LCC-03 LCC-04 LCC-05 LCC-10 VDF-09'),
    rarely: words('LCC-07 LCC-12 VDF-02 VIL-08'),
  }),
  bus: also({
    often: words('LCC-09 LCC-10'),
    sometimes: words('LCC-02 LCC-03 LCC-06 LCC-08 LCC-11 SPV-03 VDF-09'),
    rarely: words('LCC-12 VDF-02 VIL-08'),
  }),
  lorry: also({
    often: words('MTF-13 VDF-09'),
    sometimes: words('SPV-03 TMS-13 VDF-10'),
    rarely: words('VDF-03 MTF-10 MTF-11'),
  }),
  trailer: {
    often: words('MTF-13 TMS-05 LGC-12 SPV-03 VDF-07 LGC-02'),
    sometimes: words('MTF-12 MTF-07 TMS-13 TMS-03 VDF-09 LGC-13 LGC-15 LGC-01 LGC-11 VDF-10'),
    rarely: words('VDF-03 MTF-10 MTF-11 MTF-06 VDF-12 VIL-02'),
  },
  motorcycle: {
    often: words('MCL-03 MCL-04 MCL-06 MCL-05'),
    sometimes: words('MCL-01 MCL-02 VDF-05 TMS-01 TMS-03 TMS-04'),
    rarely: words('MCL-08 MCL-09 MCL-10 MCL-12 MTF-04'),
  },
  threeWheeler: {
    often: words('MCL-06 MCL-11 LCC-09 TMS-10'),
    sometimes: words('LCC-01 LCC-02 VDF-05 LGC-01 LGC-11 TMS-01 TMS-02 TMS-03 TMS-04'),
    rarely: words('LCC-03 TMS-12 MTF-04 MTF-09'),
  },
  bullion: {
    often: words('LGC-16 SPV-01 TMS-01'),
    sometimes: words('MTF-07 TMS-05 LGC-12 LGC-19'),
    rarely: words('MTF-02'),
  },
  special: {
    often: words('LGC-16 LGC-12 TMS-03'),
    sometimes: words('LGC-11 LGC-13 VDF-06 VDF-07 MTF-07 TMS-05'),
    rarely: words('MTF-06 VDF-12'),
  },
  government: {
    often: words('LGC-16 LGC-19 SPV-01'),
    sometimes: words('TMS-01 TMS-02 TMS-05 MTF-01 MTF-07 LGC-11 LGC-12'),
    rarely: words('VDF-04 TMS-07 MTF-04'),
  },
} as const satisfies Record<string, OffencePool>;
