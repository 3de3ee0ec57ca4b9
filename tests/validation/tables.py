"""Which machine, profile and collective stand for a label of docs/measurements/published.csv."""
from dataclasses import dataclass

COLLECTIVES = {  # as the rows name it -> purlin's kind
    'allreduce': 'all_reduce',
    'allgather': 'all_gather',
    'reducescatter': 'reduce_scatter',
    'broadcast': 'broadcast',
    'sendrecv': 'permute',
    'sendrecv_bidir': 'permute',
}


@dataclass(frozen=True)
class Label:
    """Rows of one system by one implementation, whatever the collective."""
    machine: str
    profile: str


LABELS = {  # (gpu, implementation without its channel count)
    ('H100', 'nccl'): Label('hgx-h100', 'nccl-h100'),
    ('H100-p5', 'nccl'): Label('hgx-h100', 'nccl-h100'),
    ('A100-1proc', 'nccl'): Label('dgx-a100', 'nccl-a100-one-process'),
    ('A100-ndv4', 'nccl2.16.2'): Label('dgx-a100', 'nccl-a100'),
    ('A100', 'nccl'): Label('dgx-a100', 'nccl-a100'),
    ('A100-2gpu', 'nccl'): Label('dgx-a100', 'nccl-a100'),
    ('A100-azure', 'nccl'): Label('dgx-a100', 'nccl-a100-vm'),
    ('A100-mesh4', 'nccl2.31.2'): Label('a100-mesh-4', 'nccl-a100-mesh'),
}

NOT_PREDICTED = {  # (gpu, collective) -> from which size, and why
    ('H100', 'allreduce'): (1 << 20, 'NCCL reduces in the switch there (NVLS), for which the profile has no way.'),
    ('H100-p5', 'allreduce'): (1 << 20, 'NCCL reduces in the switch there (NVLS), for which the profile has no way.'),
}


@dataclass(frozen=True)
class Reason:
    """Why rows of a system miss; an empty collective is any."""
    gpu: str
    collective: str
    least: int
    most: int
    text: str


KI, MI, GI = 1 << 10, 1 << 20, 1 << 30
LL128 = 'most likely NCCL takes LL128 there, whose published base and hop fit none of these rows; the profile goes without'
HICCUP = 'a hiccup of the measurement: the rows beside it do not go on as it does'
REASONS = [
    Reason('A100-1proc', 'allreduce', 4 * MI, 8 * MI, LL128),
    Reason('A100', 'sendrecv', 128 * MI, 128 * MI, HICCUP),
    Reason('A100-mesh4', 'allreduce', 2 * MI, 4 * MI, LL128),
    Reason('A100-mesh4', 'reducescatter', 1 * KI, 1 * KI, HICCUP),
    Reason('A100-mesh4', 'allgather', 1 * MI, 8 * MI,
           'the measured step from 1 to 2 MiB is larger than the bases of two protocols are apart; no constant is published'),
    Reason('A100-mesh4', 'reducescatter', 1 * MI, 8 * MI,
           'the measured step from 1 to 2 MiB is larger than the bases of two protocols are apart; no constant is published'),
    Reason('A100-mesh4', 'broadcast', 1 * KI, 8 * KI,
           'a hop of the profile comes from all collectives up to 8 KiB, and a broadcast\'s is shorter'),
    Reason('A100-mesh4', 'broadcast', 1 * MI, 8 * MI, 'its packets pass each lane twice, to the output and onwards'),
    Reason('A100-mesh4', 'broadcast', 64 * MI, GI,
           'lanes of our ring work on all six rings in turn and wait for each, channels of NCCL keep to one ring'),
]


def reason_for(key, size):
    for reason in REASONS:
        if reason.gpu == key.gpu and reason.collective in ('', key.collective) and reason.least <= size <= reason.most:
            return reason.text
    return 'no reason is known'
