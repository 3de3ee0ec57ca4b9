"""A plot of times over sizes as SVG, both axes logarithmic."""
import math

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 560, 300, 60, 40, 28, 12
COLOURS = ('#1f77b4', '#d62728', '#2ca02c', '#9467bd')


def size_text(size):
    for unit, text in ((1 << 30, 'G'), (1 << 20, 'M'), (1 << 10, 'K')):
        if size >= unit:
            return f'{size / unit:g}{text}'
    return f'{size:g}'


def scale(values, begin, end):
    low, high = math.log(min(values)), math.log(max(values))
    span = (high - low) or 1
    return lambda value: begin + (math.log(value) - low) / span * (end - begin)


def powers(base, low, high):
    power = math.ceil(math.log(low, base) - 1e-9)
    while base ** power <= high * (1 + 1e-9):
        yield base ** power
        power += 1


def line(points, colour, dots):
    path = ' '.join(f'{x:.1f},{y:.1f}' for x, y in points)
    marks = ''.join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in points) if dots else ''
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>{marks}'


def plot(title, unit, series):
    """`series`: name -> [(size, value)]."""
    sizes = [size for points in series.values() for size, _ in points]
    values = [value for points in series.values() for _, value in points]
    x, y = scale(sizes, LEFT, WIDTH - RIGHT), scale(values, HEIGHT - BOTTOM, TOP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
             f'font-size="11"><rect width="100%" height="100%" fill="white"/>'
             f'<text x="{LEFT}" y="16" font-size="12">{title}</text>']
    for size in powers(16 if max(sizes) > 1 << 20 else 4, min(sizes), max(sizes)):
        parts.append(f'<path d="M{x(size):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>'
                     f'<text x="{x(size):.1f}" y="{HEIGHT - BOTTOM + 14}" text-anchor="middle">{size_text(size)}</text>')
    for value in powers(10, min(values), max(values)):
        parts.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
    parts.append(f'<text x="{LEFT - 6}" y="{TOP - 8}" text-anchor="end">{unit}</text>'
                 f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">bytes</text>')
    for i, (name, points) in enumerate(series.items()):
        colour = COLOURS[i % len(COLOURS)]
        parts.append(line([(x(size), y(value)) for size, value in points], colour, i == 0))
        parts.append(f'<text x="{LEFT + 10}" y="{TOP + 14 + 14 * i}" fill="{colour}">{name}</text>')
    return '\n'.join(parts) + '\n</svg>\n'
