// SPDX-License-Identifier: GPL-2.0
/*
 * A board behind the kernel's device files.
 *
 *   /dev/gpiochip0     54 lines, as a Pi has; a line that is written to `lines` raises its interrupt
 *   /dev/spidev1.0     a chain of 74HC165, latched by the falling edge of line `load`, with its watchword last
 *   /dev/spidev0.0     LEDs; the bytes sent last are kept
 *
 * Below /sys/kernel/debug/board: `levels` (a byte a chip; a bit is 1 where a hole is empty), `lines` ("17 0"),
 * `lights` (the bytes sent last), `counts` (latches, transfers of the chain, transfers of the lights).
 * /sys/module/board/parameters/unplugged: the chain's data line is open, and pulled up.
 */
#include <linux/debugfs.h>
#include <linux/gpio/driver.h>
#include <linux/irq.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>

#define LINES 54
#define CHIPS 64
#define WATCHWORD 0xA5

static int load = 25;
module_param(load, int, 0444);
static int chips = 14;
module_param(chips, int, 0444);
static bool unplugged;
module_param(unplugged, bool, 0644);

static DEFINE_SPINLOCK(lock);
static u8 levels[CHIPS];		/* the chips' inputs, now */
static u8 chain[CHIPS + 1];		/* the registers, as latched and shifted */
static u8 lights[8192];
static size_t lights_length;
static unsigned long latches, reads, frames;
static u8 driven[LINES], outside[LINES], is_output[LINES], wanted[LINES];

static struct platform_device *device;
static struct gpio_chip chip;
static struct spi_controller *bus[2];
static struct dentry *folder;

static void latch(void)
{
	memcpy(chain, levels, chips);
	chain[chips] = WATCHWORD;
	latches++;
}

static int shifted(void)
{
	int i, out = chain[0] >> 7;

	for (i = 0; i < chips; i++)
		chain[i] = chain[i] << 1 | chain[i + 1] >> 7;
	chain[chips] = chain[chips] << 1 | 1;
	return unplugged ? 1 : out;
}

/* GPIO */

static int get(struct gpio_chip *c, unsigned int line)
{
	return is_output[line] ? driven[line] : outside[line];
}

static void set(struct gpio_chip *c, unsigned int line, int value)
{
	unsigned long flags;

	spin_lock_irqsave(&lock, flags);
	if (line == load && driven[line] && !value)
		latch();
	driven[line] = !!value;
	spin_unlock_irqrestore(&lock, flags);
}

static int to_input(struct gpio_chip *c, unsigned int line)
{
	is_output[line] = 0;
	return 0;
}

static int to_output(struct gpio_chip *c, unsigned int line, int value)
{
	is_output[line] = 1;
	set(c, line, value);
	return 0;
}

static int direction(struct gpio_chip *c, unsigned int line)
{
	return is_output[line] ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int configure(struct gpio_chip *c, unsigned int line, unsigned long config)
{
	return 0;			/* pull-ups: every line has one */
}

static void mask(struct irq_data *d)
{
	gpiochip_disable_irq(&chip, irqd_to_hwirq(d));
}

static void unmask(struct irq_data *d)
{
	gpiochip_enable_irq(&chip, irqd_to_hwirq(d));
}

static int set_type(struct irq_data *d, unsigned int type)
{
	wanted[irqd_to_hwirq(d)] = type;
	return 0;
}

static const struct irq_chip interrupts = {
	.name = "board", .irq_mask = mask, .irq_unmask = unmask, .irq_set_type = set_type,
	.flags = IRQCHIP_IMMUTABLE, GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static ssize_t write_lines(struct file *f, const char __user *from, size_t n, loff_t *at)
{
	char text[16] = { 0 };
	unsigned long flags;
	int line, value, edge;

	n = min(n, sizeof(text) - 1);
	if (copy_from_user(text, from, n))
		return -EFAULT;
	if (sscanf(text, "%d %d", &line, &value) != 2 || line < 0 || line >= LINES)
		return -EINVAL;
	edge = value ? IRQ_TYPE_EDGE_RISING : IRQ_TYPE_EDGE_FALLING;
	if (outside[line] == !!value)
		return n;
	outside[line] = !!value;
	if (wanted[line] & edge) {
		local_irq_save(flags);
		generic_handle_domain_irq(chip.irq.domain, line);
		local_irq_restore(flags);
	}
	return n;
}

/* SPI */

static int transfer(struct spi_controller *c, struct spi_device *d, struct spi_transfer *t)
{
	const u8 *sent = t->tx_buf;
	u8 *received = t->rx_buf;
	unsigned long flags;
	unsigned int i, bit;

	spin_lock_irqsave(&lock, flags);
	if (c == bus[1]) {
		reads++;
		for (i = 0; i < t->len; i++) {
			u8 value = 0;

			for (bit = 0; bit < 8; bit++)
				value = value << 1 | shifted();
			if (received)
				received[i] = value;
		}
	} else {
		frames++;
		lights_length = min_t(size_t, t->len, sizeof(lights));
		if (sent)
			memcpy(lights, sent, lights_length);
		if (received)
			memset(received, 0, t->len);
	}
	spin_unlock_irqrestore(&lock, flags);
	return 0;
}

/* For the hands */

static ssize_t write_levels(struct file *f, const char __user *from, size_t n, loff_t *at)
{
	u8 new[CHIPS];
	unsigned long flags;

	n = min_t(size_t, n, chips);
	if (copy_from_user(new, from, n))
		return -EFAULT;
	spin_lock_irqsave(&lock, flags);
	memcpy(levels, new, n);
	spin_unlock_irqrestore(&lock, flags);
	return n;
}

static ssize_t read_lights(struct file *f, char __user *to, size_t n, loff_t *at)
{
	return simple_read_from_buffer(to, n, at, lights, lights_length);
}

static ssize_t read_counts(struct file *f, char __user *to, size_t n, loff_t *at)
{
	char text[96];
	int length = scnprintf(text, sizeof(text), "%lu %lu %lu\n", latches, reads, frames);

	return simple_read_from_buffer(to, n, at, text, length);
}

static const struct file_operations levels_file = { .owner = THIS_MODULE, .write = write_levels };
static const struct file_operations lines_file = { .owner = THIS_MODULE, .write = write_lines };
static const struct file_operations lights_file = { .owner = THIS_MODULE, .read = read_lights };
static const struct file_operations counts_file = { .owner = THIS_MODULE, .read = read_counts };

static int add_gpio(void)
{
	chip.label = "pinctrl-bcm2711";
	chip.parent = &device->dev;
	chip.owner = THIS_MODULE;
	chip.base = -1;
	chip.ngpio = LINES;
	chip.get = get;
	chip.set = set;
	chip.direction_input = to_input;
	chip.direction_output = to_output;
	chip.get_direction = direction;
	chip.set_config = configure;
	gpio_irq_chip_set_chip(&chip.irq, &interrupts);
	chip.irq.default_type = IRQ_TYPE_NONE;
	chip.irq.handler = handle_simple_irq;
	return gpiochip_add_data(&chip, NULL);
}

static int add_bus(int number)
{
	/* A name that spidev knows. */
	struct spi_board_info info = { .modalias = "dh2228fv", .max_speed_hz = 10000000 };
	struct spi_controller *c = spi_alloc_host(&device->dev, 0);
	int error;

	if (!c)
		return -ENOMEM;
	c->bus_num = number;
	c->num_chipselect = 1;
	c->mode_bits = SPI_CPOL | SPI_CPHA | SPI_NO_CS | SPI_CS_HIGH;
	c->max_speed_hz = 50000000;
	c->transfer_one = transfer;
	error = spi_register_controller(c);
	if (error) {
		spi_controller_put(c);
		return error;
	}
	bus[number] = c;
	spi_new_device(c, &info);
	return 0;
}

static void take_away(void)
{
	int i;

	debugfs_remove_recursive(folder);
	for (i = 0; i < 2; i++)
		if (bus[i])
			spi_unregister_controller(bus[i]);
	if (chip.gpiodev)
		gpiochip_remove(&chip);
	platform_device_unregister(device);
}

static int __init begin(void)
{
	int error;

	memset(levels, 0xff, sizeof(levels));
	memset(outside, 1, sizeof(outside));
	device = platform_device_register_simple("board", -1, NULL, 0);
	if (IS_ERR(device))
		return PTR_ERR(device);
	error = add_gpio();
	if (!error)
		error = add_bus(0);
	if (!error)
		error = add_bus(1);
	if (error) {
		take_away();
		return error;
	}
	folder = debugfs_create_dir("board", NULL);
	debugfs_create_file("levels", 0200, folder, NULL, &levels_file);
	debugfs_create_file("lines", 0200, folder, NULL, &lines_file);
	debugfs_create_file("lights", 0400, folder, NULL, &lights_file);
	debugfs_create_file("counts", 0400, folder, NULL, &counts_file);
	return 0;
}

module_init(begin);
module_exit(take_away);
MODULE_DESCRIPTION("A board of holes with sensors and lights");
MODULE_LICENSE("GPL");
